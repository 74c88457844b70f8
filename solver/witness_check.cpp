// Replays a witness. Written from docs/esl.md alone, apart from the engines and the interpreter: one state that is
// changed in place, one check per sentence of the semantics, and at the end the scenario read off the list of accesses.

#include "solver/witness_check.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace empire::solver {

namespace {

using esl::FunctionId;
using esl::Module;
using esl::Op;
using esl::ProcessId;
using esl::Step;
using esl::Stmt;
using esl::Witness;

// Functions that a call may run unseen: nothing but control flow in them and all they call, and a way to return.
class QuietFunctions {
 public:
  QuietFunctions(const Module& module, ProcessId process) : functions_(module.process(process).functions) {
    loud_.resize(functions_.size());
    returns_.resize(functions_.size());
    while (spreadLoudness()) {
    }
    while (spreadReturns()) {
    }
  }

  bool canRunUnseen(FunctionId f) const { return !loud_[f.index()] && returns_[f.index()]; }

 private:
  bool spreadLoudness() {
    bool changed = false;
    for (std::size_t f = 0; f < functions_.size(); ++f) {
      if (loud_[f]) continue;
      for (const Stmt& stmt : functions_[f].body) {
        const bool control =
            stmt.op == Op::Skip || stmt.op == Op::Goto || stmt.op == Op::Choice || stmt.op == Op::Return;
        const bool quietCall = stmt.op == Op::Call && !loud_[stmt.callee().index()];
        if (!control && !quietCall) {
          loud_[f] = changed = true;
          break;
        }
      }
    }
    return changed;
  }

  bool spreadReturns() {
    bool changed = false;
    for (std::size_t f = 0; f < functions_.size(); ++f) {
      if (loud_[f] || returns_[f] || !reachesReturn(functions_[f])) continue;
      returns_[f] = changed = true;
    }
    return changed;
  }

  bool reachesReturn(const esl::Function& function) const {
    std::set<std::uint32_t> seen = {0};
    std::vector<std::uint32_t> todo = {0};
    auto go = [&](std::uint32_t to) {
      if (seen.insert(to).second) todo.push_back(to);
    };
    while (!todo.empty()) {
      const std::uint32_t at = todo.back();
      todo.pop_back();
      const Stmt& stmt = function.body[at];
      if (stmt.op == Op::Return) return true;
      if (stmt.op == Op::Goto || stmt.op == Op::Choice) {
        for (std::uint32_t target : function.targetsOf(stmt)) go(target);
      } else if (stmt.op != Op::Call || returns_[stmt.callee().index()]) {
        go(at + 1);
      }
    }
    return false;
  }

  const std::vector<esl::Function>& functions_;
  std::vector<bool> loud_;
  std::vector<bool> returns_;
};

struct Thread {
  bool started = false;
  bool finished = false;
  bool inWait = false;
  std::vector<std::pair<FunctionId, std::uint32_t>> frames;
  int unitDepth = 0;
  int unitNumber = 0;  // counts the units this process has begun
};

struct Holder {
  int levels = 0;
  bool shared = false;
};

class Replay {
 public:
  Replay(const Module& module, const Witness& witness) : module_(module), witness_(witness) {
    threads_.resize(module.processes.size());
    begin(module.main());
  }

  std::string run() {
    for (std::size_t i = 0; i < witness_.steps.size(); ++i) {
      const Step& step = witness_.steps[i];
      std::string problem = checkPlace(step);
      if (problem.empty()) {
        unitOfStep_.push_back(threads_[step.process.index()].unitDepth > 0 ? threads_[step.process.index()].unitNumber
                                                                           : 0);
        problem = execute(step);
      }
      if (!problem.empty()) return fmt::format("step {}: {}", i + 1, problem);
    }
    return checkScenario();
  }

 private:
  void begin(ProcessId p) {
    Thread& thread = threads_[p.index()];
    thread.started = true;
    thread.frames = {{module_.process(p).entry, 0}};
  }

  std::string checkPlace(const Step& step) const {
    if (!step.process.valid() || step.process.index() >= threads_.size()) return "no such process";
    const Thread& thread = threads_[step.process.index()];
    const std::string& name = module_.process(step.process).name;
    if (!thread.started) return fmt::format("process {} was not started", name);
    if (thread.finished) return fmt::format("process {} has finished", name);
    if (thread.frames.back() != std::pair(step.function, step.stmt)) {
      return fmt::format("process {} is not at statement {} of function {}", name, step.stmt, step.function.raw);
    }
    return {};
  }

  std::string execute(const Step& step) {
    Thread& thread = threads_[step.process.index()];
    const esl::Function& function = module_.function(step.process, step.function);
    const Stmt& stmt = function.body[step.stmt];
    std::uint32_t& at = thread.frames.back().second;
    if (stmt.op != Op::Choice && stmt.op != Op::TryLock && stmt.op != Op::Wait && stmt.op != Op::Call &&
        step.branch != 0) {
      return "this statement has only one outcome";
    }
    switch (stmt.op) {
      case Op::Goto:
      case Op::Choice: {
        const auto targets = function.targetsOf(stmt);
        if (step.branch >= targets.size()) return "no such target";
        at = targets[step.branch];
        return {};
      }
      case Op::TryLock:
        if (step.branch == 1) {
          at = function.targetsOf(stmt)[0];
          return {};
        }
        ++at;
        return step.branch == 0 ? acquire(step.process, stmt) : "a trylock has two outcomes";
      case Op::Call: return call(step, stmt);
      case Op::Return:
        thread.frames.pop_back();
        thread.finished = thread.frames.empty();
        return {};
      case Op::Wait:
        if (step.branch != (thread.inWait ? 1u : 0u)) return "the two steps of a wait are out of order";
        thread.inWait = !thread.inWait;
        if (thread.inWait) return release(step.process, stmt);
        ++at;
        return acquire(step.process, stmt);
      default: ++at; return act(step, stmt);
    }
  }

  std::string call(const Step& step, const Stmt& stmt) {
    Thread& thread = threads_[step.process.index()];
    ++thread.frames.back().second;
    if (step.branch == 0) {
      thread.frames.emplace_back(stmt.callee(), 0);
      return {};
    }
    if (step.branch != 1) return "a call has two ways to be shown";
    auto quiet = quiet_.find(step.process);
    if (quiet == quiet_.end()) quiet = quiet_.emplace(step.process, QuietFunctions(module_, step.process)).first;
    return quiet->second.canRunUnseen(stmt.callee()) ? "" : "the callee cannot be run unseen";
  }

  std::string act(const Step& step, const Stmt& stmt) {
    Thread& thread = threads_[step.process.index()];
    switch (stmt.op) {
      case Op::Lock: return acquire(step.process, stmt);
      case Op::Unlock: return release(step.process, stmt);
      case Op::UnitBegin:
        if (thread.unitDepth++ == 0) ++thread.unitNumber;
        return {};
      case Op::UnitEnd: return thread.unitDepth-- > 0 ? "" : "a unit ends that never began";
      case Op::UnitSplit:
        if (thread.unitDepth > 0) ++thread.unitNumber;
        return {};
      case Op::Start:
        if (!threads_[stmt.operand].started) begin(stmt.process());
        return {};
      case Op::Join: return threads_[stmt.operand].finished ? "" : "the joined process has not finished";
      case Op::Set: set_.insert(stmt.operand); return {};
      case Op::Require: return set_.contains(stmt.operand) ? "" : "the required flag is not set";
      case Op::Claim: return claimed_.insert(stmt.operand).second ? "" : "the flag was claimed before";
      default: return {};  // skip and the accesses
    }
  }

  std::string acquire(ProcessId p, const Stmt& stmt) {
    const std::string& name = module_.locks[stmt.operand].name;
    std::map<ProcessId, Holder>& holders = holders_[stmt.operand];
    for (const auto& [other, holder] : holders) {
      if (other != p && !(holder.shared && stmt.shared)) {
        return fmt::format("lock {} is held by {}", name, module_.process(other).name);
      }
    }
    auto own = holders.find(p);
    if (own == holders.end()) {
      holders[p] = {1, stmt.shared};
      return {};
    }
    if (!module_.locks[stmt.operand].reentrant) return fmt::format("lock {} is taken twice and not reentrant", name);
    if (own->second.shared && !stmt.shared) return fmt::format("lock {} is held shared and cannot be upgraded", name);
    ++own->second.levels;
    return {};
  }

  std::string release(ProcessId p, const Stmt& stmt) {
    std::map<ProcessId, Holder>& holders = holders_[stmt.operand];
    auto own = holders.find(p);
    if (own == holders.end()) return fmt::format("lock {} is not held", module_.locks[stmt.operand].name);
    if (--own->second.levels == 0) holders.erase(own);
    return {};
  }

  std::string checkScenario() const {
    const std::vector<esl::Role>& roles = witness_.pattern.roles;
    bool known = false;
    for (const esl::Pattern& pattern : esl::patternsOf(witness_.pattern.scenario)) known |= pattern == witness_.pattern;
    if (!known) return "the order of accesses does not belong to the scenario";
    if (witness_.first == witness_.second) return "both units belong to one process";
    if (witness_.pattern.twoLocations && witness_.l1 == witness_.l2) return "both locations are the same";
    if (witness_.accesses.size() != roles.size()) return "the number of accesses is not that of the scenario";
    int units[2] = {0, 0};
    std::size_t after = 0;
    for (std::size_t i = 0; i < roles.size(); ++i) {
      const std::size_t at = witness_.accesses[i];
      if (at >= witness_.steps.size() || (i > 0 && at <= after)) return "the accesses are not in order";
      after = at;
      if (std::string problem = checkRole(roles[i], at, units[roles[i].primed ? 1 : 0]); !problem.empty()) {
        return fmt::format("{} at step {}: {}", esl::nameOf(roles[i], witness_.pattern.twoLocations), at + 1, problem);
      }
    }
    return {};
  }

  // `unit` is the unit that the roles of this process were in so far, 0 before the first.
  std::string checkRole(const esl::Role& role, std::size_t at, int& unit) const {
    const Step& step = witness_.steps[at];
    const Stmt& stmt = module_.stmt(step.process, step.function, step.stmt);
    if (step.process != (role.primed ? witness_.second : witness_.first)) return "another process";
    if (stmt.op != Op::Update && stmt.op != (role.write ? Op::Write : Op::Read)) return "not such an access";
    if (stmt.location() != (role.second ? witness_.l2 : witness_.l1)) return "another location";
    if (unitOfStep_[at] == 0) return "outside a unit";
    if (unit != 0 && unit != unitOfStep_[at]) return "in another unit than before";
    unit = unitOfStep_[at];
    return {};
  }

  const Module& module_;
  const Witness& witness_;
  std::vector<Thread> threads_;
  std::map<std::uint32_t, std::map<ProcessId, Holder>> holders_;
  std::set<std::uint32_t> set_;
  std::set<std::uint32_t> claimed_;
  std::map<ProcessId, QuietFunctions> quiet_;
  std::vector<int> unitOfStep_;  // 0: none
};

}  // namespace

std::string checkWitness(const Module& module, const Witness& witness) { return Replay(module, witness).run(); }

}  // namespace empire::solver
