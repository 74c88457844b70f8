#include "reduction/simplify.h"

#include <algorithm>

namespace empire::reduction {

using esl::Op;

namespace {

bool isEvent(Op op) {
  return op != Op::Skip && op != Op::Goto && op != Op::Choice && op != Op::Call && op != Op::Return;
}

bool usesLock(Op op) { return op == Op::Lock || op == Op::Unlock || op == Op::TryLock || op == Op::Wait; }
bool usesFlag(Op op) { return op == Op::Set || op == Op::Require || op == Op::Claim; }
bool usesProcess(Op op) { return op == Op::Start || op == Op::Join; }

template <class Visit>
void eachStatement(GraphProcess& process, Visit visit) {
  for (GraphFunction& function : process.functions) {
    for (GraphNode& node : function.nodes) visit(node.stmt);
  }
}

// --- Functions without events ---

// For each function: does it, or what it calls, do anything?
std::vector<bool> withEvents(const GraphProcess& process) {
  std::vector<bool> events(process.functions.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < events.size(); ++f) {
      if (events[f]) continue;
      for (const GraphNode& node : process.functions[f].nodes) {
        const bool found = isEvent(node.stmt.op) || (node.stmt.op == Op::Call && events[node.stmt.operand]);
        if (found) events[f] = changed = true;
      }
    }
  }
  return events;
}

// For each function: can control come back from it, if every blocking statement lets it pass?
std::vector<bool> comingBack(const GraphProcess& process) {
  std::vector<bool> returns(process.functions.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < returns.size(); ++f) {
      if (returns[f]) continue;
      const GraphFunction& function = process.functions[f];
      std::vector<bool> seen(function.nodes.size(), false);
      std::vector<std::uint32_t> work;
      if (!seen.empty()) work.push_back(0);
      while (!work.empty() && !returns[f]) {
        const std::uint32_t at = work.back();
        work.pop_back();
        if (seen[at]) continue;
        seen[at] = true;
        const GraphNode& node = function.nodes[at];
        if (node.stmt.op == Op::Return) returns[f] = changed = true;
        if (node.stmt.op == Op::Call && !returns[node.stmt.operand]) continue;
        work.insert(work.end(), node.next.begin(), node.next.end());
      }
    }
  }
  return returns;
}

void skipQuietCalls(GraphProcess& process) {
  const std::vector<bool> events = withEvents(process);
  const std::vector<bool> returns = comingBack(process);
  for (GraphFunction& function : process.functions) {
    const std::size_t count = function.nodes.size();
    for (std::size_t n = 0; n < count; ++n) {
      if (function.nodes[n].stmt.op != Op::Call) continue;
      const std::uint32_t callee = function.nodes[n].stmt.operand;
      if (!returns[callee]) {
        const std::uint32_t deadEnd = function.add(statement(Op::Choice));
        function.nodes[n].next = {deadEnd};
      }
      if (!events[callee]) {
        function.nodes[n].stmt.op = Op::Skip;
        function.nodes[n].stmt.operand = UINT32_MAX;
      }
    }
  }
}

void dropUncalled(GraphProcess& process) {
  std::vector<bool> called(process.functions.size(), false);
  std::vector<std::uint32_t> work = {process.entry.raw};
  while (!work.empty()) {
    const std::uint32_t f = work.back();
    work.pop_back();
    if (called[f]) continue;
    called[f] = true;
    for (const GraphNode& node : process.functions[f].nodes) {
      if (node.stmt.op == Op::Call) work.push_back(node.stmt.operand);
    }
  }
  std::vector<std::uint32_t> number(called.size(), UINT32_MAX);
  std::vector<GraphFunction> kept;
  for (std::size_t f = 0; f < called.size(); ++f) {
    if (!called[f]) continue;
    number[f] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(process.functions[f]));
  }
  process.functions = std::move(kept);
  process.entry = esl::FunctionId(number[process.entry.index()]);
  eachStatement(process, [&](esl::Stmt& stmt) {
    if (stmt.op == Op::Call) stmt.operand = number[stmt.operand];
  });
}

// --- Locks of one process ---

// Levels of one lock before each node of a process, followed through calls; invalid where it is not one number.
class Levels {
 public:
  Levels(const GraphProcess& process, std::uint32_t lock) : process_(process), lock_(lock) {
    for (const GraphFunction& function : process.functions) before_.emplace_back(function.nodes.size(), kNone);
    exit_.resize(process.functions.size(), kNone);
    calls_.resize(process.functions.size());
  }

  // The lock is always taken while free and always released while taken once.
  bool wellUsed() {
    visit(process_.entry.raw, 0, 0);
    while (!work_.empty() && good_) {
      const auto [f, n] = work_.back();
      work_.pop_back();
      step(f, n);
    }
    return good_;
  }

 private:
  static constexpr int kNone = -1;

  void visit(std::uint32_t f, std::uint32_t n, int level) {
    int& known = before_[f][n];
    if (known == level) return;
    good_ = good_ && known == kNone;
    known = level;
    work_.emplace_back(f, n);
  }

  void step(std::uint32_t f, std::uint32_t n) {
    const GraphNode& node = process_.functions[f].nodes[n];
    int level = before_[f][n];
    const bool mine = usesLock(node.stmt.op) && node.stmt.operand == lock_;
    if (node.stmt.op == Op::Call) {
      const std::uint32_t callee = node.stmt.operand;
      calls_[callee].emplace_back(f, n);
      visit(callee, 0, level);
      if (exit_[callee] == kNone) return;
      level = exit_[callee];
    }
    if (node.stmt.op == Op::Return && exit_[f] != level) {
      good_ = good_ && exit_[f] == kNone;
      exit_[f] = level;
      for (const auto& site : calls_[f]) work_.push_back(site);
    }
    if (mine && node.stmt.op == Op::TryLock) good_ = false;
    if (mine) good_ = good_ && level == (node.stmt.op == Op::Lock ? 0 : 1);
    if (mine && node.stmt.op == Op::Lock) level = 1;
    if (mine && node.stmt.op == Op::Unlock) level = 0;
    for (std::uint32_t next : node.next) visit(f, next, level);
  }

  const GraphProcess& process_;
  std::uint32_t lock_;
  std::vector<std::vector<int>> before_;
  std::vector<int> exit_;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> calls_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> work_;
  bool good_ = true;
};

bool dropLonelyLocks(ModuleGraph& graph) {
  bool changed = false;
  for (std::uint32_t lock = 0; lock < graph.shell.locks.size(); ++lock) {
    std::vector<std::size_t> users;
    for (std::size_t p = 0; p < graph.processes.size(); ++p) {
      bool uses = false;
      eachStatement(graph.processes[p],
                    [&](const esl::Stmt& stmt) { uses = uses || (usesLock(stmt.op) && stmt.operand == lock); });
      if (uses) users.push_back(p);
    }
    if (users.size() != 1 || !Levels(graph.processes[users[0]], lock).wellUsed()) continue;
    eachStatement(graph.processes[users[0]], [&](esl::Stmt& stmt) {
      if (!usesLock(stmt.op) || stmt.operand != lock) return;
      stmt.op = Op::Skip;
      stmt.shared = false;
      stmt.operand = UINT32_MAX;
    });
    changed = true;
  }
  return changed;
}

// --- Processes that do not matter ---

std::vector<bool> keptProcesses(ModuleGraph& graph) {
  std::vector<bool> required(graph.shell.flags.size(), false);
  std::vector<bool> kept(graph.processes.size(), false);
  for (std::size_t p = 0; p < kept.size(); ++p) {
    kept[p] = graph.processes[p].name == "main";
    eachStatement(graph.processes[p], [&](const esl::Stmt& stmt) { kept[p] = kept[p] || esl::isAccess(stmt.op); });
  }
  for (bool changed = true; changed;) {
    changed = false;
    const auto keep = [&](std::size_t p) {
      if (!kept[p]) kept[p] = changed = true;
    };
    for (std::size_t p = 0; p < kept.size(); ++p) {
      eachStatement(graph.processes[p], [&](const esl::Stmt& stmt) {
        if (kept[p] && stmt.op == Op::Join) keep(stmt.operand);
        if (kept[p] && stmt.op == Op::Require && !required[stmt.operand]) required[stmt.operand] = changed = true;
        if (stmt.op == Op::Start && kept[stmt.operand]) keep(p);
        if (stmt.op == Op::Set && required[stmt.operand]) keep(p);
      });
    }
  }
  return kept;
}

// Started by nobody: never runs.
void dropNeverStarted(const ModuleGraph& graph, std::vector<bool>& kept) {
  std::vector<bool> started(graph.processes.size(), false);
  std::vector<std::size_t> work;
  for (std::size_t p = 0; p < started.size(); ++p) {
    if (graph.processes[p].name == "main") work.push_back(p);
  }
  while (!work.empty()) {
    const std::size_t p = work.back();
    work.pop_back();
    if (started[p]) continue;
    started[p] = true;
    for (const GraphFunction& function : graph.processes[p].functions) {
      for (const GraphNode& node : function.nodes) {
        if (node.stmt.op == Op::Start) work.push_back(node.stmt.operand);
      }
    }
  }
  for (std::size_t p = 0; p < kept.size(); ++p) {
    // A join of a process that never runs blocks for ever: both stay.
    bool joined = false;
    for (const GraphProcess& process : graph.processes) {
      for (const GraphFunction& function : process.functions) {
        for (const GraphNode& node : function.nodes)
          joined = joined || (node.stmt.op == Op::Join && node.stmt.operand == p);
      }
    }
    kept[p] = kept[p] && (started[p] || joined);
  }
}

bool dropProcesses(ModuleGraph& graph, std::vector<esl::ProcessId>& origin) {
  std::vector<bool> kept = keptProcesses(graph);
  dropNeverStarted(graph, kept);
  if (std::find(kept.begin(), kept.end(), false) == kept.end()) return false;
  std::vector<std::uint32_t> number(kept.size(), UINT32_MAX);
  std::vector<GraphProcess> processes;
  std::vector<esl::ProcessId> from;
  for (std::size_t p = 0; p < kept.size(); ++p) {
    if (!kept[p]) continue;
    number[p] = static_cast<std::uint32_t>(processes.size());
    processes.push_back(std::move(graph.processes[p]));
    from.push_back(origin[p]);
  }
  graph.processes = std::move(processes);
  origin = std::move(from);
  for (GraphProcess& process : graph.processes) {
    eachStatement(process, [&](esl::Stmt& stmt) {
      if (!usesProcess(stmt.op)) return;
      stmt.operand = number[stmt.operand];
      if (stmt.operand == UINT32_MAX) stmt.op = Op::Skip;  // only starts can name a dropped one
    });
  }
  return true;
}

// --- Names that are not used ---

template <class Item, class Uses>
void dropUnused(ModuleGraph& graph, std::vector<Item>& items, Uses uses) {
  std::vector<bool> used(items.size(), false);
  for (GraphProcess& process : graph.processes) {
    eachStatement(process, [&](const esl::Stmt& stmt) {
      if (uses(stmt.op)) used[stmt.operand] = true;
    });
  }
  std::vector<std::uint32_t> number(items.size(), UINT32_MAX);
  std::vector<Item> kept;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!used[i]) continue;
    number[i] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(items[i]));
  }
  items = std::move(kept);
  for (GraphProcess& process : graph.processes) {
    eachStatement(process, [&](esl::Stmt& stmt) {
      if (uses(stmt.op)) stmt.operand = number[stmt.operand];
    });
  }
}

bool dropUnrequiredSets(ModuleGraph& graph) {
  std::vector<bool> required(graph.shell.flags.size(), false);
  bool changed = false;
  for (GraphProcess& process : graph.processes) {
    eachStatement(process, [&](const esl::Stmt& stmt) {
      if (stmt.op == Op::Require) required[stmt.operand] = true;
    });
  }
  for (GraphProcess& process : graph.processes) {
    eachStatement(process, [&](esl::Stmt& stmt) {
      if (stmt.op != Op::Set || required[stmt.operand]) return;
      stmt.op = Op::Skip;
      changed = true;
    });
  }
  return changed;
}

}  // namespace

esl::Module simplify(const esl::Module& module, std::vector<esl::ProcessId>& origin) {
  ModuleGraph graph = toGraph(module);
  origin.clear();
  for (std::size_t p = 0; p < graph.processes.size(); ++p) origin.emplace_back(p);
  for (bool changed = true; changed;) {
    for (GraphProcess& process : graph.processes) {
      for (GraphFunction& function : process.functions) tidy(function);
      skipQuietCalls(process);
      for (GraphFunction& function : process.functions) tidy(function);
      dropUncalled(process);
    }
    changed = dropProcesses(graph, origin);
    changed = dropUnrequiredSets(graph) || changed;
    changed = dropLonelyLocks(graph) || changed;
  }
  dropUnused(graph, graph.shell.locks, usesLock);
  dropUnused(graph, graph.shell.flags, usesFlag);
  return toModule(graph);
}

esl::Module simplify(const esl::Module& module) {
  std::vector<esl::ProcessId> processes;
  return simplify(module, processes);
}

}  // namespace empire::reduction
