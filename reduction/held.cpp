#include "reduction/held.h"

#include <algorithm>
#include <map>
#include <set>

namespace empire::reduction {

using esl::Op;

namespace {

using LockSet = std::vector<bool>;

bool mergeInto(LockSet& into, const LockSet& from) {
  bool changed = false;
  for (std::size_t i = 0; i < into.size(); ++i) {
    changed = changed || (from[i] && !into[i]);
    into[i] = into[i] || from[i];
  }
  return changed;
}

// Which locks may be held before each node. Calls are followed without regard to who called: a function begins with
// what any caller holds, and a call goes on with what the function leaves.
class MayHold {
 public:
  MayHold(const GraphProcess& process, std::size_t lockCount) : process_(process), lockCount_(lockCount) {
    for (const GraphFunction& function : process.functions) {
      before_.emplace_back(function.nodes.size(), LockSet(lockCount, false));
      seen_.emplace_back(function.nodes.size(), false);
      exit_.emplace_back(lockCount, false);
    }
    calls_.resize(process.functions.size());
    exits_.resize(process.functions.size(), false);
  }

  std::vector<std::vector<LockSet>> run() {
    visit(process_.entry.index(), 0, LockSet(lockCount_, false));
    while (!work_.empty()) {
      const auto [f, n] = work_.back();
      work_.pop_back();
      step(f, n);
    }
    return std::move(before_);
  }

 private:
  void visit(std::size_t f, std::size_t n, const LockSet& held) {
    if (process_.functions[f].nodes.empty()) return;
    const bool fresh = !seen_[f][n];
    seen_[f][n] = true;
    if (mergeInto(before_[f][n], held) || fresh) work_.emplace_back(f, n);
  }

  void step(std::size_t f, std::size_t n) {
    const GraphNode& node = process_.functions[f].nodes[n];
    LockSet held = before_[f][n];
    const esl::Stmt& stmt = node.stmt;
    if (stmt.op == Op::Call) {
      calls_[stmt.operand].insert({f, n});
      visit(stmt.operand, 0, held);
      if (!exits_[stmt.operand]) return;
      held = exit_[stmt.operand];
    }
    if (stmt.op == Op::Return) {
      const bool fresh = !exits_[f];
      exits_[f] = true;
      if (mergeInto(exit_[f], held) || fresh) {
        for (const auto& site : calls_[f]) work_.push_back(site);
      }
    }
    if (stmt.op == Op::Lock) held[stmt.operand] = true;
    // One level fewer: a reentrant lock may still be held.
    for (std::size_t i = 0; i < node.next.size(); ++i) {
      LockSet after = held;
      if (stmt.op == Op::TryLock && i == 0) after[stmt.operand] = true;
      visit(f, node.next[i], after);
    }
  }

  const GraphProcess& process_;
  std::size_t lockCount_;
  std::vector<std::vector<LockSet>> before_;
  std::vector<std::vector<bool>> seen_;
  std::vector<LockSet> exit_;
  std::vector<bool> exits_;
  std::vector<std::set<std::pair<std::size_t, std::size_t>>> calls_;
  std::vector<std::pair<std::size_t, std::size_t>> work_;
};

}  // namespace

std::vector<SourceLoc> dropUnheldReleases(GraphProcess& process, std::size_t lockCount) {
  const std::vector<std::vector<LockSet>> before = MayHold(process, lockCount).run();
  std::set<SourceLoc> dropped;
  for (std::size_t f = 0; f < process.functions.size(); ++f) {
    std::map<std::uint32_t, bool> groupHeld;
    std::vector<GraphNode>& nodes = process.functions[f].nodes;
    const auto releases = [&](const GraphNode& node) { return node.stmt.op == Op::Unlock || node.stmt.op == Op::Wait; };
    const std::vector<bool> live = reachable(process.functions[f]);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      if (releases(nodes[n]) && nodes[n].group != 0) groupHeld[nodes[n].group] |= before[f][n][nodes[n].stmt.operand];
    }
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      if (!live[n] || !releases(nodes[n]) || before[f][n][nodes[n].stmt.operand]) continue;
      if (nodes[n].group != 0 && groupHeld[nodes[n].group]) continue;
      nodes[n].stmt.op = Op::Skip;
      dropped.insert(nodes[n].stmt.loc);
    }
  }
  return {dropped.begin(), dropped.end()};
}

}  // namespace empire::reduction
