// The translation of section 5.3 of Kidd, Reps, Dolby and Vaziri (2007), with locks in two modes, start, join and
// flags added. docs/cpds.md gives the rules of each kind of process and the reasons.
//
// An action is performed by all processes whose rules mention it. An action that only a lock process mentioned
// could be performed by it alone, at any time. So the program processes are made first, and every other process gets
// rules only for actions that they use. The exceptions are the two queries, which are for monitors.

#include "cpds/translate.h"

#include <array>
#include <utility>

#include "cpds/name.h"
#include "cpds/process_builder.h"
#include "support/check.h"

namespace empire::cpds {

namespace {

using esl::FunctionId;
using esl::Op;
using esl::Stmt;

constexpr std::array<std::string_view, 21> kNames = {
    "read",    "write",  "update",  "beg",   "end",  "split", "is",   "not", "lock",    "share", "relock",
    "reshare", "unlock", "release", "start", "join", "go",    "done", "set", "require", "claim",
};

class Translator {
 public:
  explicit Translator(const esl::Module& module) : module_(module) {}

  System run() {
    for (std::size_t p = 0; p < module_.processes.size(); ++p) program(esl::ProcessId(p));
    for (std::size_t p = 0; p < module_.processes.size(); ++p) status(esl::ProcessId(p));
    for (std::size_t p = 0; p < module_.processes.size(); ++p) unit(esl::ProcessId(p));
    for (const esl::Lock& lock : module_.locks) lock.shared ? sharedLock(lock) : exclusiveLock(lock);
    for (const esl::Flag& flag : module_.flags) {
      oneShotFlag(flag);
      claim(flag);
    }
    return std::move(system_);
  }

 private:
  const std::string& nameOfProcess(std::size_t p) const { return module_.processes[p].name; }

  ActionId use(esl::ProcessId process, ActionKind kind, std::string_view operand = {}) {
    return system_.actions.intern(actionName(module_.process(process).name, kind, operand));
  }
  /// The action if some program process uses it, else invalid.
  ActionId used(std::size_t process, ActionKind kind, std::string_view operand = {}) const {
    return system_.actions.find(actionName(nameOfProcess(process), kind, operand));
  }

  static std::string point(const esl::Function& function, std::uint32_t stmt) {
    return function.name + ":" + std::to_string(stmt);
  }

  void program(esl::ProcessId id) {
    const esl::Process& process = module_.process(id);
    ProcessBuilder builder(escaped(process.name));
    const StateId q = builder.state("q");
    std::vector<std::vector<SymbolId>> points;  // by function and statement
    for (const esl::Function& function : process.functions) {
      points.emplace_back();
      for (std::uint32_t s = 0; s < function.body.size(); ++s)
        points.back().push_back(builder.symbol(point(function, s)));
    }
    const SymbolId bottom = builder.symbol("bottom");
    const SymbolId entry = points[process.entry.index()][0];
    if (id == module_.main()) {
      builder.initial(q, {entry, bottom});
    } else {
      const SymbolId dormant = builder.symbol("dormant");
      builder.initial(q, {dormant});
      builder.push(q, dormant, q, entry, bottom, use(id, ActionKind::Go));
    }
    for (std::size_t f = 0; f < process.functions.size(); ++f) {
      for (std::uint32_t s = 0; s < process.functions[f].body.size(); ++s)
        statement(builder, id, points, FunctionId(f), s);
    }
    builder.pop(q, bottom, q, use(id, ActionKind::Done));
    system_.processes.push_back(builder.finish());
  }

  void statement(ProcessBuilder& builder, esl::ProcessId id, const std::vector<std::vector<SymbolId>>& points,
                 FunctionId functionId, std::uint32_t s) {
    const esl::Function& function = module_.function(id, functionId);
    const std::vector<SymbolId>& here = points[functionId.index()];
    const Stmt& stmt = function.body[s];
    const StateId q(0);
    const auto next = [&] {
      EMPIRE_CHECK(s + 1 < here.size(), "control does not run off the end of a function");
      return here[s + 1];
    };
    const auto go = [&](ActionKind kind, std::string_view operand = {}) {
      builder.step(q, here[s], q, next(), use(id, kind, operand));
    };
    switch (stmt.op) {
      case Op::Skip: return builder.step(q, here[s], q, next());
      case Op::Goto:
      case Op::Choice:
        for (std::uint32_t target : function.targetsOf(stmt)) builder.step(q, here[s], q, here[target]);
        return;
      case Op::Call: return builder.push(q, here[s], q, points[stmt.callee().index()][0], next());
      case Op::Return: return builder.pop(q, here[s], q);
      case Op::Read: return go(ActionKind::Read, module_.locations[stmt.operand].name);
      case Op::Write: return go(ActionKind::Write, module_.locations[stmt.operand].name);
      case Op::Update: return go(ActionKind::Update, module_.locations[stmt.operand].name);
      case Op::Lock: return acquire(builder, id, stmt, here[s], next());
      case Op::Unlock: return release(builder, id, stmt, here[s], next());
      case Op::TryLock:
        acquire(builder, id, stmt, here[s], next());
        return builder.step(q, here[s], q, here[function.targetsOf(stmt)[0]]);
      case Op::Wait: {
        const SymbolId again = builder.symbol(point(function, s) + ":again");
        release(builder, id, stmt, here[s], again);
        return acquire(builder, id, stmt, again, next());
      }
      case Op::UnitBegin: return go(ActionKind::Begin);
      case Op::UnitEnd: return go(ActionKind::End);
      case Op::UnitSplit: return go(ActionKind::Split);
      case Op::Start: return go(ActionKind::Start, module_.process(stmt.process()).name);
      case Op::Join: return go(ActionKind::Join, module_.process(stmt.process()).name);
      case Op::Set: return go(ActionKind::Set, module_.flags[stmt.operand].name);
      case Op::Require: return go(ActionKind::Require, module_.flags[stmt.operand].name);
      case Op::Claim: return go(ActionKind::Claim, module_.flags[stmt.operand].name);
    }
  }

  // The levels process of a shared lock decides which of the two actions is possible.
  void acquire(ProcessBuilder& builder, esl::ProcessId id, const Stmt& stmt, SymbolId from, SymbolId to) {
    const esl::Lock& lock = module_.locks[stmt.operand];
    builder.step(StateId(0), from, StateId(0), to,
                 use(id, stmt.shared ? ActionKind::Share : ActionKind::Lock, lock.name));
    if (lock.shared && lock.reentrant) {
      const ActionKind kind = stmt.shared ? ActionKind::Reshare : ActionKind::Relock;
      builder.step(StateId(0), from, StateId(0), to, use(id, kind, lock.name));
    }
  }

  void release(ProcessBuilder& builder, esl::ProcessId id, const Stmt& stmt, SymbolId from, SymbolId to) {
    const esl::Lock& lock = module_.locks[stmt.operand];
    if (lock.shared) builder.step(StateId(0), from, StateId(0), to, use(id, ActionKind::Release, lock.name));
    if (lock.shared && !lock.reentrant) return;
    builder.step(StateId(0), from, StateId(0), to, use(id, ActionKind::Unlock, lock.name));
  }

  void exclusiveLock(const esl::Lock& lock) {
    ProcessBuilder builder("lock(" + escaped(lock.name) + ")");
    const StateId q = builder.state("q");
    const SymbolId open = builder.symbol("open");
    builder.initial(q, {open});
    for (std::size_t p = 0; p < module_.processes.size(); ++p) {
      const ActionId take = used(p, ActionKind::Lock, lock.name);
      const ActionId give = used(p, ActionKind::Unlock, lock.name);
      if (!take.valid() && !give.valid()) continue;
      const SymbolId held = builder.symbol("by(" + escaped(nameOfProcess(p)) + ")");
      if (take.valid()) {
        builder.push(q, open, q, held, open, take);
        if (lock.reentrant) builder.push(q, held, q, held, held, take);
      }
      if (give.valid()) builder.pop(q, held, q, give);
    }
    finishIfUsed(builder);
  }

  void sharedLock(const esl::Lock& lock) {
    ProcessBuilder builder("lock(" + escaped(lock.name) + ")");
    const StateId q = builder.state("q");
    const SymbolId open = builder.symbol("open");
    const SymbolId writer = builder.symbol("w");
    const SymbolId reader = builder.symbol("r");
    builder.initial(q, {open});
    for (std::size_t p = 0; p < module_.processes.size(); ++p) {
      if (const ActionId take = used(p, ActionKind::Lock, lock.name); take.valid())
        builder.push(q, open, q, writer, open, take);
      if (const ActionId share = used(p, ActionKind::Share, lock.name); share.valid()) {
        builder.push(q, open, q, reader, open, share);
        builder.push(q, reader, q, reader, reader, share);
      }
      if (const ActionId give = used(p, ActionKind::Release, lock.name); give.valid()) {
        builder.pop(q, writer, q, give);
        builder.pop(q, reader, q, give);
      }
    }
    finishIfUsed(builder);
    for (std::size_t p = 0; p < module_.processes.size(); ++p) levels(p, lock);
  }

  // Counts the levels that process p holds of a shared lock; the control state is their mode.
  void levels(std::size_t p, const esl::Lock& lock) {
    ProcessBuilder builder("levels(" + escaped(nameOfProcess(p)) + "," + escaped(lock.name) + ")");
    const StateId none = builder.state("none");
    const StateId writing = builder.state("w");
    const StateId reading = builder.state("r");
    const SymbolId base = builder.symbol("base");
    const SymbolId first = builder.symbol("first");
    const SymbolId more = builder.symbol("more");
    builder.initial(none, {base});
    const auto with = [&](ActionKind kind, auto add) {
      if (const ActionId action = used(p, kind, lock.name); action.valid()) add(action);
    };
    const auto deepen = [&](StateId mode, ActionId action) {
      builder.push(mode, first, mode, more, first, action);
      builder.push(mode, more, mode, more, more, action);
    };
    with(ActionKind::Lock, [&](ActionId a) { builder.push(none, base, writing, first, base, a); });
    with(ActionKind::Share, [&](ActionId a) { builder.push(none, base, reading, first, base, a); });
    with(ActionKind::Relock, [&](ActionId a) { deepen(writing, a); });
    with(ActionKind::Reshare, [&](ActionId a) {
      deepen(writing, a);
      deepen(reading, a);
    });
    with(ActionKind::Unlock, [&](ActionId a) {
      builder.pop(writing, more, writing, a);
      builder.pop(reading, more, reading, a);
    });
    with(ActionKind::Release, [&](ActionId a) {
      builder.pop(writing, first, none, a);
      builder.pop(reading, first, none, a);
    });
    finishIfUsed(builder);
  }

  void unit(esl::ProcessId id) {
    const std::string& name = module_.process(id).name;
    ProcessBuilder builder("unit(" + escaped(name) + ")");
    const StateId q = builder.state("q");
    const SymbolId out = builder.symbol("out");
    const SymbolId in = builder.symbol("in");
    builder.initial(q, {out});
    if (const ActionId begin = used(id.index(), ActionKind::Begin); begin.valid()) {
      builder.push(q, out, q, in, out, begin);
      builder.push(q, in, q, in, in, begin);
    }
    if (const ActionId end = used(id.index(), ActionKind::End); end.valid()) builder.pop(q, in, q, end);
    if (const ActionId split = used(id.index(), ActionKind::Split); split.valid()) {
      builder.step(q, out, q, out, split);
      builder.step(q, in, q, in, split);
    }
    builder.step(q, in, q, in, use(id, ActionKind::Is));
    builder.step(q, out, q, out, use(id, ActionKind::Not));
    system_.processes.push_back(builder.finish());
  }

  // dormant, started, running, ended; main is running from the beginning.
  void status(esl::ProcessId id) {
    const std::string& name = module_.process(id).name;
    ProcessBuilder builder("status(" + escaped(name) + ")");
    const StateId dormant = builder.state("dormant");
    const StateId started = builder.state("started");
    const StateId running = builder.state("running");
    const StateId ended = builder.state("ended");
    const SymbolId s = builder.symbol("s");
    builder.initial(id == module_.main() ? running : dormant, {s});
    bool named = id != module_.main();
    for (std::size_t p = 0; p < module_.processes.size(); ++p) {
      if (const ActionId start = used(p, ActionKind::Start, name); start.valid()) {
        builder.step(dormant, s, started, s, start);
        for (StateId later : {started, running, ended}) builder.step(later, s, later, s, start);
        named = true;
      }
      if (const ActionId join = used(p, ActionKind::Join, name); join.valid()) {
        builder.step(ended, s, ended, s, join);
        named = true;
      }
    }
    if (const ActionId go = used(id.index(), ActionKind::Go); go.valid()) builder.step(started, s, running, s, go);
    builder.step(running, s, ended, s, used(id.index(), ActionKind::Done));
    if (named) system_.processes.push_back(builder.finish());
  }

  void oneShotFlag(const esl::Flag& flag) {
    ProcessBuilder builder("flag(" + escaped(flag.name) + ")");
    const StateId unset = builder.state("unset");
    const StateId set = builder.state("set");
    const SymbolId s = builder.symbol("s");
    builder.initial(unset, {s});
    for (std::size_t p = 0; p < module_.processes.size(); ++p) {
      if (const ActionId a = used(p, ActionKind::Set, flag.name); a.valid()) {
        builder.step(unset, s, set, s, a);
        builder.step(set, s, set, s, a);
      }
      if (const ActionId a = used(p, ActionKind::Require, flag.name); a.valid()) builder.step(set, s, set, s, a);
    }
    finishIfUsed(builder);
  }

  void claim(const esl::Flag& flag) {
    ProcessBuilder builder("claim(" + escaped(flag.name) + ")");
    const StateId free = builder.state("free");
    const StateId taken = builder.state("taken");
    const SymbolId s = builder.symbol("s");
    builder.initial(free, {s});
    for (std::size_t p = 0; p < module_.processes.size(); ++p) {
      if (const ActionId a = used(p, ActionKind::Claim, flag.name); a.valid()) builder.step(free, s, taken, s, a);
    }
    finishIfUsed(builder);
  }

  // A lock or flag that no process uses, and a claim of a flag that is never claimed, need no process.
  void finishIfUsed(ProcessBuilder& builder) {
    Process process = builder.finish();
    if (!process.pds.rules().empty()) system_.processes.push_back(std::move(process));
  }

  const esl::Module& module_;
  System system_;
};

}  // namespace

std::string_view nameOf(ActionKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

std::string actionName(std::string_view process, ActionKind kind, std::string_view operand) {
  std::string name = escaped(process);
  name += '.';
  name += nameOf(kind);
  switch (kind) {
    case ActionKind::Begin:
    case ActionKind::End:
    case ActionKind::Split:
    case ActionKind::Is:
    case ActionKind::Not:
    case ActionKind::Go:
    case ActionKind::Done: return name;
    case ActionKind::Read:
    case ActionKind::Write:
    case ActionKind::Update:
    case ActionKind::Lock:
    case ActionKind::Share:
    case ActionKind::Relock:
    case ActionKind::Reshare:
    case ActionKind::Unlock:
    case ActionKind::Release:
    case ActionKind::Start:
    case ActionKind::Join:
    case ActionKind::Set:
    case ActionKind::Require:
    case ActionKind::Claim: break;
  }
  name += '(' + escaped(operand) + ')';
  return name;
}

System translate(const esl::Module& module) { return Translator(module).run(); }

}  // namespace empire::cpds
