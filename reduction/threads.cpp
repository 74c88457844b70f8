#include "reduction/threads.h"

#include <algorithm>
#include <map>
#include <optional>

namespace empire::reduction {

using esl::Op;
using program::Node;
using program::NodeId;
using program::ObjectId;
using program::Place;

namespace {

// GraphNode::group of a start or join that names a process already.
constexpr std::uint32_t kFinal = UINT32_MAX - 1;

// Control can come back to `node` within its function.
bool inLoop(const program::Function& function, NodeId node) {
  std::vector<bool> seen(function.nodes.size(), false);
  std::vector<NodeId> work = function.nodes[node.index()].next;
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    if (at == node) return true;
    if (seen[at.index()]) continue;
    seen[at.index()] = true;
    const std::vector<NodeId>& next = function.nodes[at.index()].next;
    work.insert(work.end(), next.begin(), next.end());
  }
  return false;
}

class Expander {
 public:
  Expander(const Facts& facts, Model model) : facts_(facts), model_(std::move(model)) {}
  Instances run();

 private:
  void findRepeated();
  void countInstances();
  void nameProcesses();
  void writeProcesses();
  void expandAll(GraphFunction& function);
  bool pairs(std::uint32_t thread, const GraphNode& join) const;
  std::vector<std::uint32_t> wayToJoin(const GraphFunction& function, std::uint32_t start) const;
  void expandPaired(GraphFunction& function, std::uint32_t start);
  void expandStart(GraphFunction& function, std::uint32_t node);
  void expandJoin(GraphFunction& function, std::uint32_t node);
  std::optional<std::vector<std::uint32_t>> joinedThreads(ObjectId handle) const;
  Position position(const SourceLoc& loc) const { return facts_.program.position(loc); }

  const Facts& facts_;
  Model model_;
  std::vector<bool> repeated_;
  std::vector<std::uint32_t> first_, count_;  // by thread: its processes
  Instances out_;
};

void Expander::findRepeated() {
  const std::size_t count = model_.threads.size();
  repeated_.resize(count, false);
  for (std::size_t t = 1; t < count; ++t) {
    const StartKey& key = model_.threads[t].key;
    const program::Function& starter = facts_.program.functions[key.starter.index()];
    repeated_[t] = !starter.runsOnce || inLoop(starter, key.node) || model_.threads[t].startedBy.size() > 1;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t t = 1; t < count; ++t) {
      for (std::uint32_t starter : model_.threads[t].startedBy) {
        if (!repeated_[starter] || repeated_[t]) continue;
        repeated_[t] = changed = true;
      }
    }
  }
}

void Expander::countInstances() {
  std::uint32_t next = 0;
  std::map<std::uint32_t, std::uint32_t> claimOf;  // who claims a once-body also says that it is done: one thread
  for (const auto& [place, flags] : model_.onceFlags) claimOf[flags.done] = flags.claimed;
  for (std::size_t t = 0; t < model_.threads.size(); ++t) {
    std::set<std::uint32_t> flags;
    for (const GraphFunction& function : model_.threads[t].code.functions) {
      for (const GraphNode& node : function.nodes) {
        if (node.stmt.op != Op::Set && node.stmt.op != Op::Claim) continue;
        const auto pair = claimOf.find(node.stmt.operand);
        flags.insert(pair == claimOf.end() ? node.stmt.operand : pair->second);
      }
    }
    const auto wanted = static_cast<std::uint32_t>(repeated_[t] ? 2 + flags.size() : 1);
    const std::uint32_t shown = std::max(1u, std::min<std::uint32_t>(wanted, facts_.options.instances));
    first_.push_back(next);
    count_.push_back(shown);
    next += shown;
    if (!repeated_[t]) continue;
    const Position where = position(model_.threads[t].code.loc);
    out_.repeated.push_back(
        {"a start that can run more than once is shown as " + std::to_string(shown) + " threads", where});
    if (shown < wanted && out_.cannotBeSafe.empty()) {
      out_.cannotBeSafe = "the thread started at " + where.file + ":" + std::to_string(where.line) + " needs " +
                          std::to_string(wanted) + " instances, and only " + std::to_string(shown) + " are allowed";
    }
  }
}

void Expander::nameProcesses() {
  std::set<std::string> names;
  for (std::size_t t = 0; t < model_.threads.size(); ++t) {
    const Model::Thread& thread = model_.threads[t];
    const Position where = position(thread.code.loc);
    for (std::uint32_t i = 0; i < count_[t]; ++i) {
      ThreadInfo info;
      info.process = esl::ProcessId(first_[t] + i);
      info.start = where;
      info.instance = i + 1;
      if (t == 0) {
        info.name = info.entry = "main";
      } else {
        info.entry = facts_.program.functions[thread.key.entry.index()].name;
        info.name = info.entry;
        const std::size_t slash = where.file.rfind('/');
        const std::string file = slash == std::string::npos ? where.file : where.file.substr(slash + 1);
        if (!file.empty()) info.name += " at " + file + ":" + std::to_string(where.line);
      }
      const std::string base = info.name;
      for (int n = 2; !names.insert(info.name).second; ++n) info.name = base + "#" + std::to_string(n);
      out_.threads.push_back(std::move(info));
    }
  }
}

void Expander::expandStart(GraphFunction& function, std::uint32_t node) {
  const std::uint32_t thread = function.nodes[node].stmt.operand;
  function.nodes[node].stmt.operand = first_[thread];
  if (!repeated_[thread]) return;
  const std::vector<std::uint32_t> next = function.nodes[node].next;
  const esl::Stmt start = function.nodes[node].stmt;
  function.nodes[node].stmt = statement(Op::Choice);
  function.nodes[node].stmt.loc = start.loc;
  function.nodes[node].next = next;  // a thread that is not shown
  for (std::uint32_t i = 0; i < count_[thread]; ++i) {
    esl::Stmt one = start;
    one.operand = first_[thread] + i;
    const std::uint32_t added = function.add(one);
    function.nodes[added].next = next;
    function.link(node, added);
  }
}

// The threads that a handle can name; an empty list: only such that are not in the model; nothing: it cannot be told.
std::optional<std::vector<std::uint32_t>> Expander::joinedThreads(ObjectId handle) const {
  if (!facts_.program.objects[handle.index()].exact) return std::nullopt;
  std::vector<std::uint32_t> threads;
  std::size_t starts = 0;
  bool unseen = false;
  for (std::size_t f = 0; f < facts_.program.functions.size(); ++f) {
    if (!facts_.slice.reachable[f]) continue;
    for (std::size_t n = 0; n < facts_.program.functions[f].nodes.size(); ++n) {
      const Node& node = facts_.program.functions[f].nodes[n];
      const auto names = [&](const Place& place) { return place.object == handle; };
      const bool here = std::any_of(node.operand.places.begin(), node.operand.places.end(), names);
      if (node.op != program::Op::Start || !here) continue;
      ++starts;
      for (const program::Callee& callee : node.callees) {
        unseen = unseen || !facts_.slice.keep[callee.function.index()];
      }
      for (const auto& [key, thread] : model_.threadIds) {
        if (key.starter.index() != f || key.node.index() != n) continue;
        if (repeated_[thread]) return std::nullopt;
        threads.push_back(thread);
      }
    }
  }
  if (starts != 1 || (unseen && !threads.empty())) return std::nullopt;
  return threads;
}

void Expander::expandJoin(GraphFunction& function, std::uint32_t node) {
  const Model::JoinSite& site = model_.joins[function.nodes[node].stmt.operand];
  std::vector<std::uint32_t> threads;
  bool resolved = !site.unknown && !site.handles.empty();
  bool nobody = false;  // perhaps a thread that is not in the model: then there is nothing to wait for
  for (ObjectId handle : site.handles) {
    const std::optional<std::vector<std::uint32_t>> named = joinedThreads(handle);
    resolved = resolved && named.has_value();
    nobody = nobody || (named && named->empty());
    if (named) threads.insert(threads.end(), named->begin(), named->end());
  }
  const esl::Stmt join = function.nodes[node].stmt;
  const std::vector<std::uint32_t> next = function.nodes[node].next;
  function.nodes[node].stmt = statement(Op::Choice);
  function.nodes[node].stmt.loc = join.loc;
  if (!resolved) {
    out_.joinsUnresolved.push_back({"which thread is joined is not known", position(site.loc)});
    return;
  }
  if (nobody) return;
  function.nodes[node].next.clear();
  for (std::uint32_t thread : threads) {
    esl::Stmt one = join;
    one.operand = first_[thread];
    const std::uint32_t added = function.add(one);
    function.nodes[added].next = next;
    function.link(node, added);
  }
}

// `join` waits by the handle of the start of `thread`, in the same function, which runs once.
bool Expander::pairs(std::uint32_t thread, const GraphNode& join) const {
  if (join.stmt.op != Op::Join || join.group == kFinal) return false;
  const StartKey& key = model_.threads[thread].key;
  const program::Function& starter = facts_.program.functions[key.starter.index()];
  const program::Operand& handle = starter.nodes[key.node.index()].operand;
  const Model::JoinSite& site = model_.joins[join.stmt.operand];
  const std::set<std::uint32_t>& by = model_.threads[thread].startedBy;
  return starter.runsOnce && by.size() == 1 && !repeated_[*by.begin()] && site.function == key.starter &&
         !site.unknown && !handle.unknown && site.root == handle.root && site.handles.size() == 1 &&
         handle.places.size() == 1 && handle.places[0].object == site.handles[0] &&
         !facts_.program.objects[site.handles[0].index()].array;
}

// The nodes between a start and its joins, these included; empty if there is a way that does not pass one of them.
std::vector<std::uint32_t> Expander::wayToJoin(const GraphFunction& function, std::uint32_t start) const {
  const std::uint32_t thread = function.nodes[start].stmt.operand;
  std::set<std::uint32_t> way;
  bool joined = false;
  std::vector<std::uint32_t> work = function.nodes[start].next;
  while (!work.empty()) {
    const std::uint32_t at = work.back();
    work.pop_back();
    const GraphNode& node = function.nodes[at];
    if (at == start || node.stmt.op == Op::Return) return {};
    if (!way.insert(at).second) continue;
    const bool here = pairs(thread, node);
    joined = joined || here;
    if (!here) work.insert(work.end(), node.next.begin(), node.next.end());
  }
  return joined ? std::vector<std::uint32_t>(way.begin(), way.end()) : std::vector<std::uint32_t>{};
}

void Expander::expandPaired(GraphFunction& function, std::uint32_t start) {
  constexpr std::size_t kMostNodes = 20000;
  const std::uint32_t thread = function.nodes[start].stmt.operand;
  const std::vector<std::uint32_t> way = wayToJoin(function, start);
  if (way.empty() || function.nodes.size() + way.size() * count_[thread] > kMostNodes) return;
  const GraphNode original = function.nodes[start];
  function.nodes[start].stmt = statement(Op::Choice);
  function.nodes[start].stmt.loc = original.stmt.loc;
  for (std::uint32_t i = 0; i < count_[thread]; ++i) {
    std::map<std::uint32_t, std::uint32_t> copyOf;
    for (std::uint32_t at : way) copyOf[at] = function.add(function.nodes[at].stmt);
    for (std::uint32_t at : way) {
      const GraphNode from = function.nodes[at];
      GraphNode& copy = function.nodes[copyOf[at]];
      const bool here = pairs(thread, from);
      copy.group = here ? kFinal : from.group;
      if (here) copy.stmt.operand = first_[thread] + i;
      for (std::uint32_t next : from.next) copy.next.push_back(here ? next : copyOf[next]);
    }
    esl::Stmt stmt = original.stmt;
    stmt.operand = first_[thread] + i;
    const std::uint32_t begin = function.add(stmt);
    function.nodes[begin].group = kFinal;
    for (std::uint32_t next : original.next) function.link(begin, copyOf[next]);
    function.link(start, begin);
  }
  // The way that is left is that of a thread which is not shown: nothing to wait for.
  for (std::uint32_t at : way) {
    if (pairs(thread, function.nodes[at])) function.nodes[at].stmt = statement(Op::Choice);
  }
}

void Expander::expandAll(GraphFunction& function) {
  // Copies of the way to a join are looked at, too: other threads may be started on it.
  for (std::uint32_t n = 0; n < function.nodes.size(); ++n) {
    const GraphNode& node = function.nodes[n];
    if (node.stmt.op == Op::Start && node.group != kFinal && repeated_[node.stmt.operand]) expandPaired(function, n);
  }
  const auto count = static_cast<std::uint32_t>(function.nodes.size());
  for (std::uint32_t n = 0; n < count; ++n) {
    if (function.nodes[n].group == kFinal) continue;
    if (function.nodes[n].stmt.op == Op::Start) {
      expandStart(function, n);
    } else if (function.nodes[n].stmt.op == Op::Join) {
      expandJoin(function, n);
    }
  }
}

void Expander::writeProcesses() {
  for (std::size_t t = 0; t < model_.threads.size(); ++t) {
    GraphProcess code = std::move(model_.threads[t].code);
    for (GraphFunction& function : code.functions) expandAll(function);
    for (std::uint32_t i = 0; i < count_[t]; ++i) {
      GraphProcess copy = code;
      copy.name = out_.threads[first_[t] + i].name;
      out_.graph.processes.push_back(std::move(copy));
    }
  }
}

Instances Expander::run() {
  findRepeated();
  countInstances();
  nameProcesses();
  writeProcesses();
  out_.graph.shell = std::move(model_.shell);
  return std::move(out_);
}

}  // namespace

Instances makeInstances(const Facts& facts, Model model) { return Expander(facts, std::move(model)).run(); }

}  // namespace empire::reduction
