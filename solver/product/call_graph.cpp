#include "solver/product/call_graph.h"

#include <utility>

namespace empire::solver::product {

namespace {

using esl::Op;
using esl::Stmt;

bool isControl(Op op) {
  return op == Op::Skip || op == Op::Goto || op == Op::Choice || op == Op::Call || op == Op::Return;
}

std::vector<std::vector<std::uint32_t>> calleesOf(const esl::Process& process) {
  std::vector<std::vector<std::uint32_t>> callees(process.functions.size());
  std::vector<std::uint32_t> lastCaller(process.functions.size(), UINT32_MAX);
  for (std::uint32_t f = 0; f < process.functions.size(); ++f) {
    for (const Stmt& stmt : process.functions[f].body) {
      if (stmt.op != Op::Call || lastCaller[stmt.operand] == f) continue;
      lastCaller[stmt.operand] = f;
      callees[f].push_back(stmt.operand);
    }
  }
  return callees;
}

// Everything that can call, directly or not, a function with an event is loud; the rest is quiet.
std::vector<bool> findQuiet(const esl::Process& process, const std::vector<std::vector<std::uint32_t>>& callees) {
  std::vector<std::vector<std::uint32_t>> callers(process.functions.size());
  for (std::uint32_t f = 0; f < callees.size(); ++f) {
    for (std::uint32_t g : callees[f]) callers[g].push_back(f);
  }
  std::vector<bool> quiet(process.functions.size(), true);
  std::vector<std::uint32_t> todo;
  for (std::uint32_t f = 0; f < process.functions.size(); ++f) {
    for (const Stmt& stmt : process.functions[f].body) quiet[f] = quiet[f] && isControl(stmt.op);
    if (!quiet[f]) todo.push_back(f);
  }
  while (!todo.empty()) {
    const std::uint32_t f = todo.back();
    todo.pop_back();
    for (std::uint32_t caller : callers[f]) {
      if (!quiet[caller]) continue;
      quiet[caller] = false;
      todo.push_back(caller);
    }
  }
  return quiet;
}

// Which quiet functions can return. Each function is searched from its first statement; a search that meets a call
// waits at it until the callee is known to return, so every statement is visited once.
class ReturnFinder {
 public:
  ReturnFinder(const esl::Process& process, const std::vector<bool>& quiet)
      : process_(process), returns_(process.functions.size()), waiting_(process.functions.size()) {
    seen_.resize(process.functions.size());
    for (std::uint32_t f = 0; f < process.functions.size(); ++f) {
      if (!quiet[f]) continue;
      seen_[f].resize(process.functions[f].body.size());
      visit(f, 0);
    }
    while (!todo_.empty()) {
      const auto [f, s] = todo_.back();
      todo_.pop_back();
      follow(f, s);
    }
  }

  std::vector<bool> take() { return std::move(returns_); }

 private:
  void visit(std::uint32_t f, std::uint32_t s) {
    if (seen_[f][s]) return;
    seen_[f][s] = true;
    todo_.emplace_back(f, s);
  }

  void follow(std::uint32_t f, std::uint32_t s) {
    const esl::Function& function = process_.functions[f];
    const Stmt& stmt = function.body[s];
    switch (stmt.op) {
      case Op::Return:
        if (returns_[f]) return;
        returns_[f] = true;
        for (const auto& [caller, call] : waiting_[f]) visit(caller, call + 1);
        return;
      case Op::Goto:
      case Op::Choice:
        for (std::uint32_t target : function.targetsOf(stmt)) visit(f, target);
        return;
      case Op::Call:
        waiting_[stmt.operand].emplace_back(f, s);
        if (returns_[stmt.operand]) visit(f, s + 1);
        return;
      default: visit(f, s + 1); return;
    }
  }

  const esl::Process& process_;
  std::vector<bool> returns_;
  std::vector<std::vector<bool>> seen_;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> waiting_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> todo_;
};

// Depth-first from the entry over loud functions; a call of a function that is still open closes a cycle.
std::optional<esl::FunctionId> findRecursion(const esl::Process& process, const std::vector<bool>& quiet,
                                             const std::vector<std::vector<std::uint32_t>>& callees) {
  enum class Mark : std::uint8_t { New, Open, Done };
  std::vector<Mark> marks(process.functions.size(), Mark::New);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack = {{process.entry.raw, 0}};
  marks[process.entry.index()] = Mark::Open;
  while (!stack.empty()) {
    auto& [f, next] = stack.back();
    if (next == callees[f].size()) {
      marks[f] = Mark::Done;
      stack.pop_back();
      continue;
    }
    const std::uint32_t g = callees[f][next++];
    if (quiet[g]) continue;
    if (marks[g] == Mark::Open) return esl::FunctionId(g);
    if (marks[g] == Mark::New) {
      marks[g] = Mark::Open;
      stack.emplace_back(g, 0);
    }
  }
  return std::nullopt;
}

}  // namespace

CallFacts callFacts(const esl::Process& process) {
  const auto callees = calleesOf(process);
  CallFacts facts;
  facts.quiet = findQuiet(process, callees);
  facts.returns = ReturnFinder(process, facts.quiet).take();
  facts.recursive = findRecursion(process, facts.quiet, callees);
  return facts;
}

}  // namespace empire::solver::product
