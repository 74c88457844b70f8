#include "tests/support/shrink.h"

// A candidate is the module with one thing removed. It replaces the module if it is valid and still fails.
// The removals are tried from large (a process) to small (a mark), and all again after a round
// in which one succeeded. Every removal makes the module smaller in some measure, so this ends.

#include <cstdint>
#include <utility>
#include <vector>

#include "esl/validate.h"
#include "tests/support/edit.h"

namespace empire::test {

namespace {

using esl::Function;
using esl::FunctionId;
using esl::Module;
using esl::Op;
using esl::Process;
using esl::ProcessId;
using esl::Stmt;

class Shrinker {
 public:
  Shrinker(Module module, const std::function<bool(const Module&)>& stillFails)
      : module_(std::move(module)), stillFails_(stillFails) {}

  Module run() {
    do {
      progress_ = false;
      tables();
      functions();
      statements();
      marks();
    } while (progress_);
    return std::move(module_);
  }

 private:
  bool accept(Module&& candidate) {
    if (esl::hasErrors(esl::validate(candidate)) || !stillFails_(candidate)) return false;
    module_ = std::move(candidate);
    progress_ = true;
    return true;
  }
  // Applies `change` to a copy.
  template <class Change>
  bool attempt(Change change) {
    Module candidate = module_;
    change(candidate);
    return accept(std::move(candidate));
  }
  template <class Change>
  bool attemptIn(std::size_t process, std::size_t function, Change change) {
    return attempt([&](Module& m) { change(m.processes[process].functions[function]); });
  }

  void tables();
  void functions();
  void statements();
  void statement(std::size_t process, std::size_t function, std::uint32_t index);
  void jump(std::size_t process, std::size_t function, std::uint32_t index);
  void marks();

  Module module_;
  const std::function<bool(const Module&)>& stillFails_;
  bool progress_ = false;
};

// Everything is tried from the back, so that a removal does not move what is still to be tried.
void Shrinker::tables() {
  for (std::size_t i = module_.processes.size(); i-- > 0;) {
    if (ProcessId(i) != module_.main()) attempt([&](Module& m) { removeProcess(m, ProcessId(i)); });
  }
  for (std::size_t i = module_.locks.size(); i-- > 0;) attempt([&](Module& m) { removeLock(m, esl::LockId(i)); });
  for (std::size_t i = module_.flags.size(); i-- > 0;) attempt([&](Module& m) { removeFlag(m, esl::FlagId(i)); });
  for (std::size_t i = module_.locations.size(); i-- > 0;) {
    attempt([&](Module& m) { removeLocation(m, esl::LocationId(i)); });
  }
}

void Shrinker::functions() {
  for (std::size_t p = 0; p < module_.processes.size(); ++p) {
    for (std::size_t f = module_.processes[p].functions.size(); f-- > 0;) {
      if (FunctionId(f) == module_.processes[p].entry) continue;
      attempt([&](Module& m) { removeFunction(m.processes[p], FunctionId(f)); });
    }
  }
}

void Shrinker::statements() {
  for (std::size_t p = 0; p < module_.processes.size(); ++p) {
    for (std::size_t f = 0; f < module_.processes[p].functions.size(); ++f) {
      for (std::size_t i = module_.processes[p].functions[f].body.size(); i-- > 0;) {
        statement(p, f, static_cast<std::uint32_t>(i));
      }
    }
  }
}

void Shrinker::statement(std::size_t process, std::size_t function, std::uint32_t index) {
  const auto body = [&]() -> const std::vector<Stmt>& { return module_.processes[process].functions[function].body; };
  const bool last = index + 1 == body().size();
  if (!last && attemptIn(process, function, [&](Function& f) { removeStatement(f, index); })) return;
  const Op op = body()[index].op;
  if (op == Op::Skip) return;
  if (op == Op::Choice || op == Op::TryLock) jump(process, function, index);
  if (!last && body()[index].op != Op::Goto && body()[index].op != Op::Choice) {
    attemptIn(process, function, [&](Function& f) { makeSkip(f.body[index]); });
  }
}

// Fewer ways to go on: a choice loses targets, then becomes a goto; a trylock fails for sure.
void Shrinker::jump(std::size_t process, std::size_t function, std::uint32_t index) {
  const auto stmt = [&]() -> const Stmt& { return module_.processes[process].functions[function].body[index]; };
  if (stmt().op == Op::TryLock) {
    attemptIn(process, function, [&](Function& f) { makeGoto(f, index, f.targetsOf(f.body[index])[0]); });
    return;
  }
  for (std::uint32_t t = stmt().targetCount; t-- > 0 && stmt().targetCount > 1;) {
    attemptIn(process, function, [&](Function& f) { removeTarget(f, index, t); });
  }
  if (stmt().targetCount == 1) {
    attemptIn(process, function, [&](Function& f) { makeGoto(f, index, f.targetsOf(f.body[index])[0]); });
  }
}

void Shrinker::marks() {
  for (std::size_t i = 0; i < module_.locks.size(); ++i) {
    if (module_.locks[i].reentrant) attempt([&](Module& m) { m.locks[i].reentrant = false; });
    if (module_.locks[i].shared) attempt([&](Module& m) { m.locks[i].shared = false; });
  }
  for (std::size_t p = 0; p < module_.processes.size(); ++p) {
    for (std::size_t f = 0; f < module_.processes[p].functions.size(); ++f) {
      for (std::size_t i = 0; i < module_.processes[p].functions[f].body.size(); ++i) {
        const Stmt stmt = module_.processes[p].functions[f].body[i];
        if (stmt.atomic) attemptIn(p, f, [&](Function& fn) { fn.body[i].atomic = false; });
        if (stmt.may) attemptIn(p, f, [&](Function& fn) { fn.body[i].may = false; });
        if (stmt.shared) attemptIn(p, f, [&](Function& fn) { fn.body[i].shared = false; });
        if (stmt.op != Op::Update) continue;
        if (attemptIn(p, f, [&](Function& fn) { fn.body[i].op = Op::Write; })) continue;
        attemptIn(p, f, [&](Function& fn) { fn.body[i].op = Op::Read; });
      }
    }
  }
}

// join, require and claim become skip.
void removeBlocking(Module& module) {
  for (Process& process : module.processes) {
    for (Function& function : process.functions) {
      for (Stmt& stmt : function.body) {
        if (stmt.op == Op::Join || stmt.op == Op::Require || stmt.op == Op::Claim) makeSkip(stmt);
      }
    }
  }
}

// The functions of one process that contain nothing but silent statements, with all they call; and
// which functions can return, taking for granted that statements other than calls can be passed.
struct Calls {
  std::vector<bool> silent;
  std::vector<bool> returns;
};

bool canReturn(const Function& function, const std::vector<bool>& returns) {
  std::vector<bool> seen(function.body.size());
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (at >= function.body.size() || seen[at]) continue;
    seen[at] = true;
    const Stmt& stmt = function.body[at];
    if (stmt.op == Op::Return) return true;
    for (std::uint32_t target : function.targetsOf(stmt)) open.push_back(target);
    if (stmt.op == Op::Goto || stmt.op == Op::Choice) continue;
    if (stmt.op == Op::Call && !returns[stmt.operand]) continue;
    open.push_back(at + 1);
  }
  return false;
}

Calls analyse(const Process& process) {
  const std::size_t count = process.functions.size();
  Calls calls{std::vector<bool>(count, true), std::vector<bool>(count, false)};
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < count; ++f) {
      bool silent = true;
      for (const Stmt& stmt : process.functions[f].body) {
        const bool quiet = stmt.op == Op::Skip || stmt.op == Op::Goto || stmt.op == Op::Choice ||
                           stmt.op == Op::Return || (stmt.op == Op::Call && calls.silent[stmt.operand]);
        silent = silent && quiet;
      }
      const bool returns = canReturn(process.functions[f], calls.returns);
      changed = changed || silent != calls.silent[f] || returns != calls.returns[f];
      calls.silent[f] = silent;
      calls.returns[f] = returns;
    }
  }
  return calls;
}

}  // namespace

Module shrink(Module module, const std::function<bool(const Module&)>& stillFails) {
  return Shrinker(std::move(module), stillFails).run();
}

Module withoutSynchronisation(const Module& module) {
  Module result = module;
  while (!result.locks.empty()) removeLock(result, esl::LockId(result.locks.size() - 1));
  removeBlocking(result);
  return result;
}

Module onlyProcess(const Module& module, ProcessId process) {
  Module result = module;
  for (std::size_t i = result.processes.size(); i-- > 0;) {
    if (ProcessId(i) != process) removeProcess(result, ProcessId(i));
  }
  result.processes[0].name = "main";
  removeBlocking(result);
  return result;
}

Module withoutSilentCalls(const Module& module) {
  Module result = module;
  for (Process& process : result.processes) {
    const Calls calls = analyse(process);
    for (Function& function : process.functions) {
      for (std::uint32_t i = 0; i < function.body.size(); ++i) {
        const Stmt& stmt = function.body[i];
        if (stmt.op != Op::Call || !calls.silent[stmt.operand]) continue;
        if (calls.returns[stmt.operand]) {
          makeSkip(function.body[i]);
        } else {
          makeGoto(function, i, i);
        }
      }
    }
  }
  return result;
}

bool isRecursive(const Module& module) {
  for (const Process& process : module.processes) {
    // A function is done when all it calls are done; one that never is, is on a cycle or reaches one.
    const std::size_t count = process.functions.size();
    std::vector<bool> done(count);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t f = 0; f < count; ++f) {
        if (done[f]) continue;
        bool all = true;
        for (const Stmt& stmt : process.functions[f].body) all = all && (stmt.op != Op::Call || done[stmt.operand]);
        done[f] = all;
        changed = changed || all;
      }
    }
    if (!done[process.entry.index()]) return true;
  }
  return false;
}

}  // namespace empire::test
