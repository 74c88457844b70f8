#include "tests/support/edit.h"

#include <vector>

#include "support/check.h"

namespace empire::test {

namespace {

using esl::Function;
using esl::Module;
using esl::Op;
using esl::Process;
using esl::Stmt;

bool onLock(Op op) { return op == Op::Lock || op == Op::Unlock || op == Op::TryLock || op == Op::Wait; }
bool onFlag(Op op) { return op == Op::Set || op == Op::Require || op == Op::Claim; }
bool onProcess(Op op) { return op == Op::Start || op == Op::Join; }

// Gives a statement new targets; the old ones stay unused until tidy().
void setTargets(Function& function, Stmt& stmt, const std::vector<std::uint32_t>& targets) {
  stmt.firstTarget = static_cast<std::uint32_t>(function.targets.size());
  stmt.targetCount = static_cast<std::uint32_t>(targets.size());
  function.targets.insert(function.targets.end(), targets.begin(), targets.end());
}

// Keeps only the targets in use, in the order of the statements.
void tidy(Function& function) {
  std::vector<std::uint32_t> targets;
  for (Stmt& stmt : function.body) {
    const std::uint32_t first = stmt.targetCount == 0 ? 0 : static_cast<std::uint32_t>(targets.size());
    for (std::uint32_t target : function.targetsOf(stmt)) targets.push_back(target);
    stmt.firstTarget = first;
  }
  function.targets = std::move(targets);
}

void removeUse(Function& function, std::uint32_t index) {
  Stmt& stmt = function.body[index];
  if (stmt.op == Op::TryLock) {
    const std::uint32_t otherwise = function.targetsOf(stmt)[0];
    makeSkip(stmt);
    stmt.op = Op::Choice;
    setTargets(function, stmt, {index + 1, otherwise});
  } else {
    makeSkip(stmt);
  }
}

// Removes the uses of operand `gone` in statements that `concerns`, and closes the gap in the numbers.
template <class Concerns>
void dropOperand(Process& process, std::uint32_t gone, Concerns concerns) {
  for (Function& function : process.functions) {
    for (std::uint32_t i = 0; i < function.body.size(); ++i) {
      Stmt& stmt = function.body[i];
      if (!concerns(stmt.op)) continue;
      if (stmt.operand == gone) {
        removeUse(function, i);
      } else if (stmt.operand > gone) {
        --stmt.operand;
      }
    }
    tidy(function);
  }
}

template <class Concerns>
void dropOperand(Module& module, std::uint32_t gone, Concerns concerns) {
  for (Process& process : module.processes) dropOperand(process, gone, concerns);
}

}  // namespace

void makeSkip(Stmt& stmt) {
  Stmt skip;
  skip.loc = stmt.loc;
  stmt = skip;
}

void makeGoto(Function& function, std::uint32_t stmt, std::uint32_t target) {
  makeSkip(function.body[stmt]);
  function.body[stmt].op = Op::Goto;
  setTargets(function, function.body[stmt], {target});
  tidy(function);
}

void removeTarget(Function& function, std::uint32_t stmt, std::uint32_t index) {
  const std::span<const std::uint32_t> old = function.targetsOf(function.body[stmt]);
  std::vector<std::uint32_t> targets(old.begin(), old.end());
  targets.erase(targets.begin() + index);
  setTargets(function, function.body[stmt], targets);
  tidy(function);
}

void removeStatement(Function& function, std::uint32_t stmt) {
  EMPIRE_CHECK(stmt + 1 < function.body.size(), "the last statement stays");
  function.body[stmt].targetCount = 0;
  tidy(function);
  function.body.erase(function.body.begin() + stmt);
  for (std::uint32_t& target : function.targets) {
    if (target > stmt) --target;
  }
}

void removeProcess(Module& module, esl::ProcessId process) {
  module.processes.erase(module.processes.begin() + static_cast<std::ptrdiff_t>(process.index()));
  dropOperand(module, process.raw, onProcess);
}

void removeFunction(Process& process, esl::FunctionId function) {
  EMPIRE_CHECK(function != process.entry, "a process needs its entry");
  process.functions.erase(process.functions.begin() + static_cast<std::ptrdiff_t>(function.index()));
  if (process.entry > function) --process.entry.raw;
  dropOperand(process, function.raw, [](Op op) { return op == Op::Call; });
}

void removeLock(Module& module, esl::LockId lock) {
  module.locks.erase(module.locks.begin() + static_cast<std::ptrdiff_t>(lock.index()));
  dropOperand(module, lock.raw, onLock);
}

void removeFlag(Module& module, esl::FlagId flag) {
  module.flags.erase(module.flags.begin() + static_cast<std::ptrdiff_t>(flag.index()));
  dropOperand(module, flag.raw, onFlag);
}

void removeLocation(Module& module, esl::LocationId location) {
  module.locations.erase(module.locations.begin() + static_cast<std::ptrdiff_t>(location.index()));
  dropOperand(module, location.raw, esl::isAccess);
}

}  // namespace empire::test
