#include <algorithm>
#include <string>
#include <utility>

#include "esl/flow.h"
#include "esl/levels.h"
#include "esl/validate_report.h"

namespace empire::esl {

namespace {

class Paths {
 public:
  Paths(const Module& module, Findings& findings)
      : module_(module), findings_(findings), scratch_(module.locks.size() + 1) {}
  void process(std::size_t p);

 private:
  void unreachable(const Flow& flow);
  void meetings(const Flow& flow);
  void shortages(const Flow& flow);
  void end(const Flow& flow);
  void warn(const Flow& flow, std::uint32_t stmt, std::string message);
  const Process& processAtHand() const { return module_.processes[process_]; }
  std::string nameOfCounter(CounterId counter) const {
    return counter == kUnitDepth ? "the unit depth"
                                 : "the level of lock " + shown(module_.locks[counter.index() - 1].name);
  }

  const Module& module_;
  Findings& findings_;
  Counters scratch_;
  std::size_t process_ = 0;
};

void Paths::process(std::size_t p) {
  process_ = p;
  const Flow flow = flowOf(processAtHand(), scratch_);
  unreachable(flow);
  if (flow.tooComplex) return;
  meetings(flow);
  shortages(flow);
  end(flow);
}

void Paths::warn(const Flow& flow, std::uint32_t stmt, std::string message) {
  const std::uint32_t f = flow.functionOf[stmt];
  findings_.stmt(Severity::Warning, process_, f, stmt - flow.firstOf[f], std::move(message));
}

// One warning for each run of unreachable statements.
void Paths::unreachable(const Flow& flow) {
  for (std::size_t f = 0; f + 1 < flow.firstOf.size(); ++f) {
    for (std::uint32_t stmt = flow.firstOf[f] + 1; stmt < flow.firstOf[f + 1]; ++stmt) {
      if (flow.reached(stmt) || !flow.reached(stmt - 1)) continue;
      const Stmt& before = processAtHand().functions[f].body[stmt - 1 - flow.firstOf[f]];
      const bool afterCall = before.op == Op::Call && flow.summaries[before.operand].exit == Flow::kNone;
      warn(flow, stmt,
           afterCall ? "this is never reached: function " + shown(processAtHand().functions[before.operand].name) +
                           " never returns"
                     : "this is never reached: nothing jumps here");
    }
  }
}

void Paths::meetings(const Flow& flow) {
  for (const Flow::Meeting& meeting : flow.meetings) {
    const Difference difference = differenceAt(flow, processAtHand(), meeting, scratch_);
    if (!difference.counter.valid()) continue;
    const auto [low, high] = std::minmax(difference.first, difference.second);
    const bool isReturn = meeting.from == meeting.stmt;
    warn(flow, meeting.stmt,
         nameOfCounter(difference.counter) + " differs between the paths that " +
             (isReturn ? "return from the function" : "meet here") + ": " + std::to_string(low) + " and " +
             std::to_string(high) + ", counted from the beginning of the function");
  }
}

void Paths::shortages(const Flow& flow) {
  for (std::uint32_t stmt : shortagesOf(processAtHand(), flow, scratch_)) {
    const std::uint32_t f = flow.functionOf[stmt];
    const Stmt& statement = processAtHand().functions[f].body[stmt - flow.firstOf[f]];
    if (isAccess(statement.op)) {
      warn(flow, stmt,
           "an access that can be outside any unit takes part in no scenario there: enclose it in "
           "`unit-begin` and `unit-end`");
    } else if (statement.op == Op::UnitEnd) {
      warn(flow, stmt, "`unit-end` can be reached where no unit is open, and is stuck there for ever");
    } else {
      warn(flow, stmt,
           "`" + std::string(nameOf(statement.op)) + "` can be reached where lock " +
               shown(module_.locks[statement.operand].name) + " is not held, and is stuck there for ever");
    }
  }
}

void Paths::end(const Flow& flow) {
  const Flow::Summary& entry = flow.summaries[processAtHand().entry.index()];
  for (const Change& change : entry.changes) {
    if (change.by <= 0) continue;
    const std::string process = "process " + shown(processAtHand().name);
    warn(flow, entry.exit,
         change.counter == kUnitDepth
             ? process + " can end inside a unit: add `unit-end`"
             : process + " can end while it holds lock " + shown(module_.locks[change.counter.index() - 1].name) +
                   ", which stays held for ever: add `unlock`");
  }
}

}  // namespace

void checkPaths(const Module& module, Findings& findings) {
  Paths paths(module, findings);
  for (std::size_t p = 0; p < module.processes.size(); ++p) paths.process(p);
}

}  // namespace empire::esl
