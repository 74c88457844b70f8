#include "reduction/graph.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace empire::reduction {

namespace {

using esl::Op;

bool isControl(Op op) { return op == Op::Skip || op == Op::Choice || op == Op::Goto; }

GraphFunction graphOf(const esl::Function& function) {
  GraphFunction graph;
  graph.name = function.name;
  graph.loc = function.loc;
  for (std::uint32_t s = 0; s < function.body.size(); ++s) {
    const esl::Stmt& stmt = function.body[s];
    GraphNode node{stmt, {}, 0};
    if (stmt.op != Op::Return && stmt.op != Op::Goto && stmt.op != Op::Choice) node.next.push_back(s + 1);
    for (std::uint32_t target : function.targetsOf(stmt)) node.next.push_back(target);
    if (stmt.op == Op::Goto) node.stmt.op = Op::Choice;
    node.stmt.firstTarget = node.stmt.targetCount = 0;
    graph.nodes.push_back(std::move(node));
  }
  return graph;
}

// Writes nodes in depth-first order, so that most of them follow their predecessor without a jump.
class Layout {
 public:
  explicit Layout(const GraphFunction& graph) : graph_(graph), placed_(graph.nodes.size(), UINT32_MAX) {}
  esl::Function run();

 private:
  void chain(std::uint32_t node);
  void jump(esl::Stmt stmt, const std::vector<std::uint32_t>& to);

  const GraphFunction& graph_;
  esl::Function out_;
  std::vector<std::uint32_t> placed_;
  std::vector<std::uint32_t> pending_;
};

void Layout::jump(esl::Stmt stmt, const std::vector<std::uint32_t>& to) {
  stmt.firstTarget = static_cast<std::uint32_t>(out_.targets.size());
  stmt.targetCount = static_cast<std::uint32_t>(to.size());
  out_.targets.insert(out_.targets.end(), to.begin(), to.end());  // node numbers until run() ends
  out_.body.push_back(stmt);
}

void Layout::chain(std::uint32_t node) {
  while (placed_[node] == UINT32_MAX) {
    placed_[node] = static_cast<std::uint32_t>(out_.body.size());
    const GraphNode& at = graph_.nodes[node];
    if (at.stmt.op == Op::Choice || at.next.empty()) {
      esl::Stmt stmt = at.stmt;
      if (stmt.op == Op::Return) {
        out_.body.push_back(stmt);
        return;
      }
      stmt.op = at.next.size() < 2 ? Op::Goto : Op::Choice;
      jump(stmt, at.next.empty() ? std::vector<std::uint32_t>{node} : at.next);
      for (auto to = at.next.rbegin(); to != at.next.rend(); ++to) pending_.push_back(*to);
      return;
    }
    if (at.stmt.op == Op::TryLock) {
      jump(at.stmt, {at.next[1]});
      pending_.push_back(at.next[1]);
    } else {
      out_.body.push_back(at.stmt);
    }
    node = at.next[0];
  }
  esl::Stmt back;
  back.op = Op::Goto;
  jump(back, {node});
}

esl::Function Layout::run() {
  out_.name = graph_.name;
  out_.loc = graph_.loc;
  pending_.push_back(0);
  while (!pending_.empty()) {
    const std::uint32_t node = pending_.back();
    pending_.pop_back();
    if (placed_[node] == UINT32_MAX) chain(node);
  }
  for (std::uint32_t& target : out_.targets) target = placed_[target];
  return std::move(out_);
}

// For each node the one that control really gets to: past empty statements. A circle of these is a dead end.
std::vector<std::uint32_t> shortcuts(const GraphFunction& function) {
  const std::size_t count = function.nodes.size();
  std::vector<std::uint32_t> to(count, UINT32_MAX);
  std::vector<std::uint32_t> path;
  std::vector<bool> onPath(count, false);
  for (std::uint32_t start = 0; start < count; ++start) {
    std::uint32_t at = start;
    path.clear();
    while (to[at] == UINT32_MAX && !onPath[at] && isControl(function.nodes[at].stmt.op) &&
           function.nodes[at].next.size() == 1) {
      onPath[at] = true;
      path.push_back(at);
      at = function.nodes[at].next[0];
    }
    const std::uint32_t end = to[at] == UINT32_MAX ? at : to[at];
    to[at] = end;
    for (std::uint32_t passed : path) {
      to[passed] = end;
      onPath[passed] = false;
    }
  }
  return to;
}

void redirect(GraphFunction& function, const std::vector<std::uint32_t>& to) {
  for (std::uint32_t n = 0; n < function.nodes.size(); ++n) {
    GraphNode& node = function.nodes[n];
    for (std::uint32_t& next : node.next) next = to[next];
    if (!isControl(node.stmt.op)) continue;
    node.stmt.op = Op::Choice;
    std::sort(node.next.begin(), node.next.end());
    node.next.erase(std::unique(node.next.begin(), node.next.end()), node.next.end());
    // Going round without doing anything is no alternative.
    std::erase(node.next, n);
  }
}

// A choice that leads to another choice offers its alternatives itself; dead ends are no alternatives.
bool flattenChoices(GraphFunction& function) {
  bool changed = false;
  for (std::uint32_t n = 0; n < function.nodes.size(); ++n) {
    GraphNode& node = function.nodes[n];
    if (node.stmt.op != Op::Choice) continue;
    std::vector<std::uint32_t> flat;
    for (std::uint32_t next : node.next) {
      const GraphNode& after = function.nodes[next];
      const bool inner = after.stmt.op == Op::Choice && next != n && (after.next.empty() || after.next.size() <= 8);
      if (!inner) flat.push_back(next);
      if (inner) flat.insert(flat.end(), after.next.begin(), after.next.end());
    }
    std::erase(flat, n);
    std::sort(flat.begin(), flat.end());
    flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    if (flat == node.next) continue;
    node.next = std::move(flat);
    changed = true;
  }
  return changed;
}

bool mergeEqual(GraphFunction& function) {
  using Key = std::tuple<int, bool, bool, bool, std::uint32_t, SourceLoc, std::uint32_t, std::vector<std::uint32_t>>;
  std::map<Key, std::uint32_t> first;
  std::vector<std::uint32_t> to(function.nodes.size());
  bool changed = false;
  for (std::uint32_t n = 0; n < function.nodes.size(); ++n) {
    const esl::Stmt& s = function.nodes[n].stmt;
    const bool silent = isControl(s.op) || s.op == Op::Return;
    Key key{static_cast<int>(s.op),
            s.shared,
            s.atomic,
            s.may,
            s.operand,
            silent ? SourceLoc{} : s.loc,
            silent ? UINT32_MAX : s.text.raw,
            function.nodes[n].next};
    to[n] = first.emplace(std::move(key), n).first->second;
    changed = changed || to[n] != n;
  }
  if (changed) redirect(function, to);
  return changed;
}

void compact(GraphFunction& function) {
  const std::vector<bool> keep = reachable(function);
  std::vector<std::uint32_t> number(function.nodes.size(), UINT32_MAX);
  std::vector<GraphNode> kept;
  for (std::uint32_t n = 0; n < function.nodes.size(); ++n) {
    if (!keep[n]) continue;
    number[n] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(function.nodes[n]));
  }
  for (GraphNode& node : kept) {
    for (std::uint32_t& next : node.next) next = number[next];
  }
  function.nodes = std::move(kept);
}

}  // namespace

esl::Stmt statement(Op op, std::uint32_t operand) {
  esl::Stmt stmt;
  stmt.op = op;
  stmt.operand = operand;
  return stmt;
}

std::vector<bool> reachable(const GraphFunction& function) {
  std::vector<bool> seen(function.nodes.size(), false);
  std::vector<std::uint32_t> work;
  if (!seen.empty()) work.push_back(0);
  while (!work.empty()) {
    const std::uint32_t at = work.back();
    work.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    for (std::uint32_t next : function.nodes[at].next) {
      if (!seen[next]) work.push_back(next);
    }
  }
  return seen;
}

void tidy(GraphFunction& function) {
  compact(function);
  constexpr int kMostRounds = 64;  // each round shrinks or ends; the bound is a belt beside the braces
  bool changed = true;
  for (int round = 0; changed && round < kMostRounds; ++round) {
    const std::vector<std::uint32_t> to = shortcuts(function);
    redirect(function, to);
    // The entry keeps its number: it becomes what it leads to.
    if (!function.nodes.empty() && to[0] != 0) function.nodes[0] = function.nodes[to[0]];
    changed = flattenChoices(function);
    changed = mergeEqual(function) || changed;
    const std::size_t before = function.nodes.size();
    compact(function);
    changed = changed || function.nodes.size() != before;
  }
}

ModuleGraph toGraph(const esl::Module& module) {
  ModuleGraph graph;
  graph.shell = module;
  for (esl::Process& process : graph.shell.processes) {
    GraphProcess& out = graph.processes.emplace_back();
    out.name = process.name;
    out.loc = process.loc;
    out.entry = process.entry;
    for (const esl::Function& function : process.functions) out.functions.push_back(graphOf(function));
  }
  graph.shell.processes.clear();
  return graph;
}

esl::Module toModule(const ModuleGraph& graph) {
  esl::Module module = graph.shell;
  module.processes.clear();
  for (const GraphProcess& process : graph.processes) {
    esl::Process& out = module.processes.emplace_back();
    out.name = process.name;
    out.loc = process.loc;
    out.entry = process.entry;
    for (const GraphFunction& function : process.functions) out.functions.push_back(Layout(function).run());
  }
  return module;
}

}  // namespace empire::reduction
