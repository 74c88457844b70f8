#include "report/steps.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "support/check.h"

namespace empire::report {

namespace {

using esl::Op;

struct Held {
  std::uint32_t levels = 0;
  bool shared = false;
};

struct ThreadState {
  struct Open {
    esl::FunctionId function;
    SourceLoc at;  // statement that runs now, or the call that left the function
  };
  std::vector<Open> stack;  // outermost first
  std::uint32_t unitDepth = 0;
  std::uint32_t unitNumber = 0;
  std::string unitName;
  std::map<std::uint32_t, Held> locks;  // by lock id
  std::map<std::tuple<SourceLoc, Op, std::uint32_t>, std::uint32_t> seen;
};

const char* actionOf(Op op) {
  switch (op) {
    case Op::Skip:
    case Op::Goto:
    case Op::Choice: return "";
    case Op::Call: return "call";
    case Op::Return: return "return";
    case Op::Read: return "read";
    case Op::Write: return "write";
    case Op::Update: return "update";
    case Op::Lock: return "lock";
    case Op::Unlock: return "unlock";
    case Op::TryLock: return "trylock";
    case Op::Wait: return "wait";
    case Op::UnitBegin: return "begin";
    case Op::UnitEnd: return "end";
    case Op::UnitSplit: return "split";
    case Op::Start: return "start";
    case Op::Join: return "join";
    case Op::Set: return "set";
    case Op::Require: return "require";
    case Op::Claim: return "claim";
  }
  return "";
}

class Teller {
 public:
  Teller(const esl::Module& module, const esl::Witness& witness)
      : module_(module), witness_(witness), threads_(module.processes.size()) {
    enter(threads_[module.main().index()], module.main());
  }

  std::vector<Step> run() {
    std::vector<Step> told;
    std::size_t access = 0;
    for (std::uint32_t i = 0; i < witness_.steps.size(); ++i) {
      const esl::Step& step = witness_.steps[i];
      std::string role;
      if (access < witness_.accesses.size() && witness_.accesses[access] == i) {
        role = esl::nameOf(witness_.pattern.roles[access++], witness_.pattern.twoLocations);
      }
      execute(step, std::move(role), told);
    }
    return told;
  }

 private:
  void enter(ThreadState& thread, esl::ProcessId process) {
    const esl::Process& p = module_.process(process);
    thread.stack.assign(1, {p.entry, module_.function(process, p.entry).loc});
  }

  void execute(const esl::Step& step, std::string role, std::vector<Step>& told) {
    const esl::Stmt& stmt = module_.stmt(step.process, step.function, step.stmt);
    ThreadState& thread = threads_[step.process.index()];
    EMPIRE_CHECK(!thread.stack.empty() && thread.stack.back().function == step.function,
                 "a checked witness stays in the functions it entered");
    thread.stack.back().at = stmt.loc;
    const bool shown = *actionOf(stmt.op) != '\0' && !(stmt.op == Op::Call && step.branch == 1);
    if (!shown) return;

    Step out;
    out.thread = module_.process(step.process).name;
    out.action = actionOf(stmt.op);
    out.shared = stmt.shared;
    out.where = module_.position(stmt.loc);
    out.function = module_.function(step.process, step.function).name;
    out.text = module_.text(stmt.text);
    out.role = std::move(role);
    out.may = stmt.may;
    out.occurrence = occurrence(thread, stmt, step);
    out.stack = stackOf(thread, step.process);
    apply(thread, stmt, step, out);
    noteState(thread, out);
    told.push_back(std::move(out));
  }

  // The second half of a wait is the same execution of the statement as the first.
  static std::uint32_t occurrence(ThreadState& thread, const esl::Stmt& stmt, const esl::Step& step) {
    std::uint32_t& count = thread.seen[{stmt.loc, stmt.op, stmt.operand}];
    if (!(stmt.op == Op::Wait && step.branch == 1)) ++count;
    return count;
  }

  std::vector<Frame> stackOf(const ThreadState& thread, esl::ProcessId process) const {
    std::vector<Frame> frames;
    for (auto open = thread.stack.rbegin(); open != thread.stack.rend() && frames.size() < kStackShown; ++open) {
      frames.push_back({module_.function(process, open->function).name, module_.position(open->at)});
    }
    return frames;
  }

  // What the step does to the thread, and the name of what it acts on.
  void apply(ThreadState& thread, const esl::Stmt& stmt, const esl::Step& step, Step& out) {
    switch (stmt.op) {
      case Op::Skip:
      case Op::Goto:
      case Op::Choice: break;
      case Op::Call:
        out.target = module_.function(step.process, stmt.callee()).name;
        thread.stack.push_back({stmt.callee(), module_.function(step.process, stmt.callee()).loc});
        break;
      case Op::Return:
        out.target = out.function;
        thread.stack.pop_back();
        break;
      case Op::Read:
      case Op::Write:
      case Op::Update: out.target = module_.locations[stmt.operand].name; break;
      case Op::Lock:
      case Op::Unlock:
      case Op::TryLock:
      case Op::Wait: applyLock(thread, stmt, step, out); break;
      case Op::UnitBegin:
      case Op::UnitEnd:
      case Op::UnitSplit: applyUnit(thread, stmt, out); break;
      case Op::Start: {
        out.target = module_.process(stmt.process()).name;
        ThreadState& started = threads_[stmt.process().index()];
        if (!everRan(started)) enter(started, stmt.process());
        break;
      }
      case Op::Join: out.target = module_.process(stmt.process()).name; break;
      case Op::Set:
      case Op::Require:
      case Op::Claim: out.target = module_.flags[stmt.operand].name; break;
    }
  }

  bool everRan(const ThreadState& thread) const {
    return !thread.stack.empty() || !thread.seen.empty() || &thread == &threads_[module_.main().index()];
  }

  void applyLock(ThreadState& thread, const esl::Stmt& stmt, const esl::Step& step, Step& out) const {
    out.target = module_.locks[stmt.operand].name;
    bool takes = stmt.op == Op::Lock;
    if (stmt.op == Op::TryLock) {
      takes = step.branch == 0;
      out.outcome = takes ? "taken" : "failed";
      if (!takes) return;
    }
    if (stmt.op == Op::Wait) {
      takes = step.branch == 1;
      out.outcome = takes ? "retaken" : "released";
    }
    Held& held = thread.locks[stmt.operand];
    if (takes) {
      if (held.levels++ == 0) held.shared = stmt.shared;
    } else if (held.levels > 0) {
      --held.levels;
    }
  }

  void applyUnit(ThreadState& thread, const esl::Stmt& stmt, Step& out) const {
    if (stmt.op == Op::UnitBegin) {
      out.target = stmt.text.valid() ? out.text : out.function;
      if (thread.unitDepth++ == 0) {
        thread.unitName = out.target;
        ++thread.unitNumber;
      }
      return;
    }
    out.target = thread.unitDepth > 0 ? thread.unitName : "";
    if (stmt.op == Op::UnitSplit && thread.unitDepth > 0) ++thread.unitNumber;
    if (stmt.op == Op::UnitEnd && thread.unitDepth > 0) {
      --thread.unitDepth;
      out.unit = UnitInfo{thread.unitName, thread.unitNumber, thread.unitDepth};  // the unit it belonged to
    }
  }

  void noteState(const ThreadState& thread, Step& out) const {
    if (thread.unitDepth > 0) out.unit = UnitInfo{thread.unitName, thread.unitNumber, thread.unitDepth};
    for (const auto& [lock, held] : thread.locks) {
      if (held.levels == 0) continue;
      out.held.push_back(module_.locks[lock].name);
      if (held.shared) out.heldShared.push_back(module_.locks[lock].name);
    }
  }

  const esl::Module& module_;
  const esl::Witness& witness_;
  std::vector<ThreadState> threads_;
};

}  // namespace

std::vector<Step> tell(const esl::Module& module, const esl::Witness& witness) { return Teller(module, witness).run(); }

}  // namespace empire::report
