#pragma once

#include <compare>
#include <string>
#include <vector>

#include "cpds/system.h"
#include "esl/module.h"
#include "esl/question.h"
#include "esl/scenario.h"
#include "support/id.h"

namespace empire::monitors {

using StateId = Id<struct MonitorStateTag>;

enum class EventKind { Read, Write, Update, UnitBegin, UnitEnd, UnitSplit, InUnit, NotInUnit };

/// Something that a monitor sees of one process: an access to a location, a unit's begin, end or split. InUnit and
/// NotInUnit are questions that it puts to the unit process; they happen only if the answer is yes.
struct Event {
  EventKind kind = EventKind::Read;
  esl::ProcessId process;
  esl::LocationId location;  // accesses only
  friend auto operator<=>(const Event&, const Event&) = default;
};

/// A waiting state has an implicit self-loop on every event of the monitor but those it bars. A state that does not
/// wait has none: the next event that the monitor sees must be on one of its transitions.
struct State {
  std::string name;
  bool waits = true;
  std::vector<Event> bars;  // sorted; events that only a transition may take
  friend bool operator==(const State&, const State&) = default;
};

struct Transition {
  StateId from;
  Event event;
  StateId to;
  friend auto operator<=>(const Transition&, const Transition&) = default;
};

/// A nondeterministic finite automaton over the events of some processes; it accepts if it can reach an accepting
/// state. It sees all unit events of the processes and all accesses that its transitions name.
/// Invariant: states[0] is where it begins; names of states are distinct; transitions are sorted. The only cycles are
/// the self-loops, and a waiting state's way over the end of an inner unit to a question and back.
struct Monitor {
  std::string name;                       // "monitor(9)"
  std::vector<esl::ProcessId> processes;  // sorted; the processes whose units it watches
  std::vector<State> states;
  std::vector<Transition> transitions;
  std::vector<StateId> accepting;  // sorted, not empty
  friend bool operator==(const Monitor&, const Monitor&) = default;
};

/// One pattern of a scenario, between two given processes on given locations (l2 is ignored if the pattern has one
/// location). The monitor guesses an outermost unit of p1 and waits for the accesses in order. It dies when p1's unit
/// ends before p1's last access, when p2's ends between p2's first and last, or when an access of p2 is in no unit.
/// Requires: p1 != p2, and l1 != l2 where the pattern has two.
Monitor scenarioMonitor(const esl::Module& module, const esl::Pattern& pattern, esl::ProcessId p1, esl::ProcessId p2,
                        esl::LocationId l1, esl::LocationId l2);

/// All scenarios of a question, for every choice of two processes and of locations that it allows. Equal beginnings are
/// shared. There is one accepting state for each scenario, named violation(N), in the question's order.
/// Requires: the question has a scenario.
/// Cost: O(p^2 l^2) states for p processes and l locations.
Monitor questionMonitor(const esl::Module& module, const esl::Question& question);

/// The monitor that the 2007 paper describes for its Scenario 9: R(l1) W'(l1) W'(l2) R(l2), where only p1's unit is
/// watched. It takes p2's writes from different units, or from none, for a violation.
Monitor paperMonitor9(const esl::Module& module, esl::ProcessId p1, esl::ProcessId p2, esl::LocationId l1,
                      esl::LocationId l2);

/// The system with the monitor as one more process, whose final states are the accepting ones. The self-loops are
/// written out for the events that happen in the system; the others are left out.
/// Requires: the system is cpds::translate(module).
cpds::System addMonitor(cpds::System system, const esl::Module& module, const Monitor& monitor);

/// The monitor as text, for goldens and for reading: a line for each state and each transition.
std::string print(const esl::Module& module, const Monitor& monitor);

}  // namespace empire::monitors
