// How the monitors are made. Each pattern, with processes and locations put in for its roles, is one chain of states:
//
//   start --p1.not--> out(p1) --p1.beg--> open(p1) --first access--> ... --last access--> violation(N)
//   start --p1.split--> new(p1) --p1.is--> open(p1)
//
// `start` waits for ever. `out(p1)` and `new(p1)` do not wait, so the begin or split is that of an outermost unit:
// nothing that p1's unit process could do comes in between. A later state is named after the accesses seen and the
// units that must stay open: p1's until its last access, p2's between its first access and its last. While p's unit
// must stay open, a split of p is barred, and an end leads to a state that only lets p.is happen: the end was that of
// an inner unit. After p2's first access the monitor asks p2.is in the same way, since an access outside all units does
// not count.
//
// States with the same name have the same future, so chains that begin alike share them.

#include "monitors/monitor.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "cpds/name.h"
#include "cpds/process_builder.h"
#include "cpds/translate.h"
#include "support/check.h"

namespace empire::monitors {

namespace {

using esl::LocationId;
using esl::ProcessId;

bool isQuestion(EventKind kind) { return kind == EventKind::InUnit || kind == EventKind::NotInUnit; }

/// Who plays a pattern, and where.
struct Cast {
  ProcessId p1;
  ProcessId p2;
  LocationId l1;
  LocationId l2;
};

ProcessId processOf(esl::Role role, const Cast& cast) { return role.primed ? cast.p2 : cast.p1; }
LocationId locationOf(esl::Role role, const Cast& cast) { return role.second ? cast.l2 : cast.l1; }

class Builder {
 public:
  explicit Builder(const esl::Module& module) : module_(module) { start_ = state("start"); }

  StateId state(const std::string& name, bool waits = true) {
    const auto [found, isNew] = ids_.emplace(name, StateId(monitor_.states.size()));
    if (isNew) monitor_.states.push_back({name, waits, {}});
    return found->second;
  }
  StateId start() const { return start_; }

  void go(StateId from, Event event, StateId to) { monitor_.transitions.push_back({from, event, to}); }

  /// A transition for each kind of access that can play the role.
  void access(StateId from, esl::Role role, const Cast& cast, StateId to) {
    const ProcessId process = processOf(role, cast);
    const LocationId location = locationOf(role, cast);
    go(from, {role.write ? EventKind::Write : EventKind::Read, process, location}, to);
    go(from, {EventKind::Update, process, location}, to);
  }

  /// An end of p's unit in `at` is only allowed if it is that of an inner unit.
  void watchEnd(StateId at, ProcessId p) {
    const StateId ask = state("ask(" + nameOf(p) + "):" + monitor_.states[at.index()].name, false);
    monitor_.states[at.index()].bars.push_back({EventKind::UnitEnd, p, {}});
    go(at, {EventKind::UnitEnd, p, {}}, ask);
    go(ask, {EventKind::InUnit, p, {}}, at);
  }
  void barSplit(StateId at, ProcessId p) { monitor_.states[at.index()].bars.push_back({EventKind::UnitSplit, p, {}}); }

  void add(const esl::Pattern& pattern, const Cast& cast) {
    StateId at = enterUnit(cast.p1);
    std::string seen;
    bool second = false;
    for (std::size_t i = 0; i < pattern.roles.size(); ++i) {
      const esl::Role role = pattern.roles[i];
      if (!seen.empty()) seen += ',';
      seen += nameOf(processOf(role, cast)) + (role.write ? ".W(" : ".R(") +
              cpds::escaped(module_.locations[locationOf(role, cast).index()].name) + ")";
      const bool first = role.primed && !second;
      second |= role.primed;
      const StateId next =
          i + 1 == pattern.roles.size() ? accept(pattern.scenario) : after(pattern, cast, i, seen, second);
      if (first) {
        const StateId check = state("check(" + nameOf(cast.p2) + "):" + monitor_.states[next.index()].name, false);
        access(at, role, cast, check);
        go(check, {EventKind::InUnit, cast.p2, {}}, next);
      } else {
        access(at, role, cast, next);
      }
      at = next;
    }
  }

  StateId accept(int scenario) {
    const StateId id = state("violation(" + std::to_string(scenario) + ")");
    monitor_.accepting.push_back(id);
    return id;
  }

  Monitor finish(std::string name, std::vector<ProcessId> processes) {
    const auto normalize = [](auto& list) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    };
    monitor_.name = std::move(name);
    monitor_.processes = std::move(processes);
    normalize(monitor_.processes);
    normalize(monitor_.transitions);
    normalize(monitor_.accepting);
    for (State& each : monitor_.states) normalize(each.bars);
    return std::move(monitor_);
  }

 private:
  std::string nameOf(ProcessId p) const { return cpds::escaped(module_.process(p).name); }

  StateId enterUnit(ProcessId p) {
    const StateId out = state("out(" + nameOf(p) + ")", false);
    const StateId fresh = state("new(" + nameOf(p) + ")", false);
    const StateId in = state("open(" + nameOf(p) + ")");
    if (!entered_.insert(p).second) return in;
    go(start_, {EventKind::NotInUnit, p, {}}, out);
    go(out, {EventKind::UnitBegin, p, {}}, in);
    go(start_, {EventKind::UnitSplit, p, {}}, fresh);
    go(fresh, {EventKind::InUnit, p, {}}, in);
    watchEnd(in, p);
    barSplit(in, p);
    return in;
  }

  /// The state after role i of the pattern, which is not the last.
  StateId after(const esl::Pattern& pattern, const Cast& cast, std::size_t i, const std::string& seen, bool second) {
    bool open[2] = {false, false};
    for (std::size_t j = i + 1; j < pattern.roles.size(); ++j) open[pattern.roles[j].primed] = true;
    open[1] = open[1] && second;
    std::string name = seen + ",open(";
    if (open[0]) name += nameOf(cast.p1);
    if (open[1]) name += (open[0] ? "," : "") + nameOf(cast.p2);
    name += ")";
    const bool known = ids_.contains(name);
    const StateId id = state(name);
    if (known) return id;
    for (int k = 0; k < 2; ++k) {
      if (!open[k]) continue;
      watchEnd(id, k == 0 ? cast.p1 : cast.p2);
      barSplit(id, k == 0 ? cast.p1 : cast.p2);
    }
    return id;
  }

  const esl::Module& module_;
  Monitor monitor_;
  std::unordered_map<std::string, StateId> ids_;
  std::set<ProcessId> entered_;
  StateId start_;
};

/// Which accesses the processes contain: bit 0 read, bit 1 write, by process and location.
std::vector<std::vector<int>> accessesOf(const esl::Module& module) {
  std::vector<std::vector<int>> table(module.processes.size(), std::vector<int>(module.locations.size(), 0));
  for (std::size_t p = 0; p < module.processes.size(); ++p) {
    for (const esl::Function& function : module.processes[p].functions) {
      for (const esl::Stmt& stmt : function.body) {
        if (esl::reads(stmt.op)) table[p][stmt.operand] |= 1;
        if (esl::writes(stmt.op)) table[p][stmt.operand] |= 2;
      }
    }
  }
  return table;
}

template <class IdType>
std::vector<IdType> asked(const esl::Question& question, std::size_t count) {
  std::vector<IdType> ids;
  for (std::size_t i = 0; i < count; ++i) {
    if (esl::asksAbout(question, IdType(i))) ids.push_back(IdType(i));
  }
  return ids;
}

cpds::ActionKind actionKindOf(EventKind kind) {
  switch (kind) {
    case EventKind::Read: return cpds::ActionKind::Read;
    case EventKind::Write: return cpds::ActionKind::Write;
    case EventKind::Update: return cpds::ActionKind::Update;
    case EventKind::UnitBegin: return cpds::ActionKind::Begin;
    case EventKind::UnitEnd: return cpds::ActionKind::End;
    case EventKind::UnitSplit: return cpds::ActionKind::Split;
    case EventKind::InUnit: return cpds::ActionKind::Is;
    case EventKind::NotInUnit: return cpds::ActionKind::Not;
  }
  return cpds::ActionKind::Read;
}

std::string nameOf(const esl::Module& module, const Event& event) {
  const std::string_view operand =
      event.location.valid() ? std::string_view(module.locations[event.location.index()].name) : std::string_view();
  return cpds::actionName(module.process(event.process).name, actionKindOf(event.kind), operand);
}

/// What the monitor sees, questions aside.
std::vector<Event> eventsOf(const Monitor& monitor) {
  std::set<Event> events;
  for (ProcessId p : monitor.processes) {
    for (EventKind kind : {EventKind::UnitBegin, EventKind::UnitEnd, EventKind::UnitSplit})
      events.insert({kind, p, {}});
  }
  for (const Transition& transition : monitor.transitions) {
    if (!isQuestion(transition.event.kind)) events.insert(transition.event);
  }
  return {events.begin(), events.end()};
}

}  // namespace

Monitor scenarioMonitor(const esl::Module& module, const esl::Pattern& pattern, ProcessId p1, ProcessId p2,
                        LocationId l1, LocationId l2) {
  EMPIRE_CHECK(p1 != p2 && (!pattern.twoLocations || l1 != l2), "the units are of two processes, the locations differ");
  Builder builder(module);
  builder.add(pattern, {p1, p2, l1, l2});
  return builder.finish("monitor(" + std::to_string(pattern.scenario) + ")", {p1, p2});
}

Monitor questionMonitor(const esl::Module& module, const esl::Question& question) {
  Builder builder(module);
  const std::vector<ProcessId> processes = asked<ProcessId>(question, module.processes.size());
  const std::vector<LocationId> locations = asked<LocationId>(question, module.locations.size());
  const std::vector<std::vector<int>> accesses = accessesOf(module);
  const auto possible = [&](const esl::Pattern& pattern, const Cast& cast) {
    return std::all_of(pattern.roles.begin(), pattern.roles.end(), [&](esl::Role role) {
      return (accesses[processOf(role, cast).index()][locationOf(role, cast).index()] & (role.write ? 2 : 1)) != 0;
    });
  };
  const auto addAll = [&](const esl::Pattern& pattern, ProcessId p1, ProcessId p2) {
    for (LocationId l1 : locations) {
      for (LocationId l2 : locations) {
        // With one location, l2 stands for nothing: it is taken equal to l1.
        const Cast cast{p1, p2, l1, l2};
        if ((l1 != l2) == pattern.twoLocations && possible(pattern, cast)) builder.add(pattern, cast);
      }
    }
  };
  std::string name;
  for (int scenario : question.scenarios) {
    name += (name.empty() ? "" : ",") + std::to_string(scenario);
    builder.accept(scenario);
    for (const esl::Pattern& pattern : esl::patternsOf(scenario)) {
      for (ProcessId p1 : processes) {
        for (ProcessId p2 : processes) {
          if (p1 != p2) addAll(pattern, p1, p2);
        }
      }
    }
  }
  return builder.finish("monitor(" + name + ")", processes);
}

Monitor paperMonitor9(const esl::Module& module, ProcessId p1, ProcessId p2, LocationId l1, LocationId l2) {
  EMPIRE_CHECK(p1 != p2 && l1 != l2, "the units are of two processes, the locations differ");
  const Cast cast{p1, p2, l1, l2};
  Builder builder(module);
  const StateId accept = builder.accept(9);
  StateId at = builder.state("s1");
  builder.go(builder.start(), {EventKind::UnitBegin, p1, {}}, at);
  const esl::Pattern pattern = esl::patternsOf(9).front();
  for (std::size_t i = 0; i < pattern.roles.size(); ++i) {
    builder.watchEnd(at, p1);
    const StateId next = i + 1 == pattern.roles.size() ? accept : builder.state("s" + std::to_string(i + 2));
    builder.access(at, pattern.roles[i], cast, next);
    at = next;
  }
  return builder.finish("monitor(paper9)", {p1});
}

cpds::System addMonitor(cpds::System system, const esl::Module& module, const Monitor& monitor) {
  EMPIRE_CHECK(!monitor.accepting.empty(), "a process without final states would accept everywhere");
  cpds::ProcessBuilder builder(monitor.name);
  const cpds::SymbolId s = builder.symbol("s");
  for (const State& state : monitor.states) builder.state(state.name);
  std::vector<std::pair<Event, cpds::ActionId>> happening;
  for (const Event& event : eventsOf(monitor)) {
    const cpds::ActionId action = system.actions.find(nameOf(module, event));
    if (action.valid()) happening.emplace_back(event, action);
  }
  for (std::size_t i = 0; i < monitor.states.size(); ++i) {
    const State& state = monitor.states[i];
    if (!state.waits) continue;
    for (const auto& [event, action] : happening) {
      if (std::binary_search(state.bars.begin(), state.bars.end(), event)) continue;
      builder.step(cpds::StateId(i), s, cpds::StateId(i), s, action);
    }
  }
  for (const Transition& transition : monitor.transitions) {
    const cpds::ActionId action = system.actions.find(nameOf(module, transition.event));
    if (action.valid())
      builder.step(cpds::StateId(transition.from.raw), s, cpds::StateId(transition.to.raw), s, action);
  }
  builder.initial(cpds::StateId(0), {s});
  std::vector<cpds::StateId> finals;
  for (StateId state : monitor.accepting) finals.emplace_back(state.raw);
  builder.finals(std::move(finals));
  system.processes.push_back(builder.finish());
  return system;
}

std::string print(const esl::Module& module, const Monitor& monitor) {
  std::string out = monitor.name + " watches the units of";
  for (ProcessId p : monitor.processes) out += " " + cpds::escaped(module.process(p).name);
  out += '\n';
  for (std::size_t i = 0; i < monitor.states.size(); ++i) {
    const State& state = monitor.states[i];
    out += "\n" + state.name + (i == 0 ? ", begins here" : "");
    if (std::binary_search(monitor.accepting.begin(), monitor.accepting.end(), StateId(i))) out += ", accepts";
    if (!state.waits) out += ", does not wait";
    for (std::size_t k = 0; k < state.bars.size(); ++k)
      out += (k == 0 ? ", bars " : " ") + nameOf(module, state.bars[k]);
    out += '\n';
    const auto range = std::ranges::equal_range(monitor.transitions, StateId(i), {}, &Transition::from);
    for (const Transition& transition : range) {
      out += "  " + nameOf(module, transition.event) + " -> " + monitor.states[transition.to.index()].name + "\n";
    }
  }
  return out;
}

}  // namespace empire::monitors
