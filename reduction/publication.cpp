#include "reduction/publication.h"

#include "reduction/slice.h"

namespace empire::reduction {

using esl::Op;
using program::Callee;
using program::Function;
using program::Node;
using program::Program;

namespace {

class AfterCreation {
 public:
  AfterCreation(const Program& program, const Locations& locations)
      : program_(program), callSites_(program.functions.size()) {
    for (std::size_t f = 0; f < program.functions.size(); ++f) {
      const Function& function = program.functions[f];
      after_.emplace_back(function.nodes.size(), false);
      for (std::size_t n = 0; n < function.nodes.size(); ++n) {
        if (function.nodes[n].op == program::Op::Start) continue;
        for (const Callee& callee : function.nodes[n].callees) callSites_[callee.function.index()].push_back({f, n});
      }
    }
    leaves_.resize(program.functions.size(), false);
    for (std::size_t f = 0; f < program.functions.size(); ++f) {
      for (const Node& node : program.functions[f].nodes) {
        if (allocatesAsked(program.functions[f], node, locations)) reachAll(f, node);
      }
    }
  }

  std::vector<std::vector<bool>> run() {
    while (!work_.empty()) {
      const auto [f, n] = work_.back();
      work_.pop_back();
      const Node& node = program_.functions[f].nodes[n];
      reachAll(f, node);
      for (const Callee& callee : node.callees) {
        if (!program_.functions[callee.function.index()].nodes.empty()) reach(callee.function.index(), 0);
      }
      if (node.op != program::Op::Return && node.op != program::Op::Unwind) continue;
      if (leaves_[f]) continue;
      leaves_[f] = true;
      for (const auto& [caller, site] : callSites_[f]) reachAll(caller, program_.functions[caller].nodes[site]);
    }
    return std::move(after_);
  }

 private:
  void reach(std::size_t f, std::size_t n) {
    if (after_[f][n]) return;
    after_[f][n] = true;
    work_.emplace_back(f, n);
  }
  void reachAll(std::size_t f, const Node& node) {
    for (program::NodeId next : node.next) reach(f, next.index());
  }

  const Program& program_;
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> callSites_;
  std::vector<std::vector<bool>> after_;
  std::vector<bool> leaves_;
  std::vector<std::pair<std::size_t, std::size_t>> work_;
};

using FlagSet = std::vector<bool>;

void meet(FlagSet& into, const FlagSet& other) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = into[i] && other[i];
}

// Flags certainly set before each node, given those set when the function begins.
std::vector<FlagSet> knownBefore(const GraphFunction& function, const FlagSet& atEntry) {
  std::vector<FlagSet> known(function.nodes.size(), FlagSet(atEntry.size(), true));
  std::vector<std::uint32_t> work;
  if (known.empty()) return known;
  std::vector<bool> visited(known.size(), false);
  known[0] = atEntry;
  work.push_back(0);
  visited[0] = true;
  while (!work.empty()) {
    const std::uint32_t at = work.back();
    work.pop_back();
    FlagSet after = known[at];
    const esl::Stmt& stmt = function.nodes[at].stmt;
    if (stmt.op == Op::Set || stmt.op == Op::Require) after[stmt.operand] = true;
    for (std::uint32_t next : function.nodes[at].next) {
      FlagSet merged = known[next];
      meet(merged, after);
      if (next == 0) meet(merged, atEntry);
      if (visited[next] && merged == known[next]) continue;
      visited[next] = true;
      known[next] = std::move(merged);
      work.push_back(next);
    }
  }
  return known;
}

}  // namespace

std::vector<std::vector<bool>> nodesAfterCreation(const Program& program, const Locations& locations) {
  return AfterCreation(program, locations).run();
}

void dropKnownFlags(std::vector<GraphProcess>& processes, std::size_t flagCount) {
  std::vector<FlagSet> atStart(processes.size(), FlagSet(flagCount, true));
  if (processes.empty()) return;
  atStart[0].assign(flagCount, false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t p = 0; p < processes.size(); ++p) {
      for (const GraphFunction& function : processes[p].functions) {
        const std::vector<FlagSet> known = knownBefore(function, atStart[p]);
        for (std::size_t n = 0; n < function.nodes.size(); ++n) {
          const esl::Stmt& stmt = function.nodes[n].stmt;
          if (stmt.op != Op::Start || stmt.operand == 0) continue;
          FlagSet merged = atStart[stmt.operand];
          meet(merged, known[n]);
          changed = changed || merged != atStart[stmt.operand];
          atStart[stmt.operand] = std::move(merged);
        }
      }
    }
  }
  FlagSet required(flagCount, false);
  for (std::size_t p = 0; p < processes.size(); ++p) {
    for (GraphFunction& function : processes[p].functions) {
      const std::vector<FlagSet> known = knownBefore(function, atStart[p]);
      for (std::size_t n = 0; n < function.nodes.size(); ++n) {
        esl::Stmt& stmt = function.nodes[n].stmt;
        if (stmt.op != Op::Set && stmt.op != Op::Require) continue;
        if (known[n][stmt.operand]) {
          stmt.op = Op::Skip;
        } else if (stmt.op == Op::Require) {
          required[stmt.operand] = true;
        }
      }
    }
  }
  for (GraphProcess& process : processes) {
    for (GraphFunction& function : process.functions) {
      for (GraphNode& node : function.nodes) {
        if (node.stmt.op == Op::Set && !required[node.stmt.operand]) node.stmt.op = Op::Skip;
      }
    }
  }
}

}  // namespace empire::reduction
