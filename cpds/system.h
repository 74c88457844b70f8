#pragma once

#include <string>
#include <vector>

#include "cpds/pds.h"
#include "support/interner.h"

namespace empire::cpds {

/// One process of a communicating system: a pushdown system with names, the configuration it begins in
/// and the control states it may end in (with any stack).
struct Process {
  std::string name;
  Interner<StateTag> states;    // names; their count is pds.stateCount()
  Interner<SymbolTag> symbols;  // names; their count is pds.symbolCount()
  Pds pds;
  StateId initialState;
  std::vector<SymbolId> initialStack;  // topmost first
  std::vector<StateId> finalStates;    // sorted; empty: every state is final
  friend bool operator==(const Process&, const Process&) = default;
};

/// A communicating pushdown system (2007 paper, definition 2). An action is performed by all processes
/// whose rules mention it, together; the others do not move: foreign actions are implicit self-loops and
/// never written out.
/// Invariant: every action in a rule is a name in `actions`; process names are distinct.
struct System {
  Interner<ActionTag> actions;
  std::vector<Process> processes;
  friend bool operator==(const System&, const System&) = default;
};

/// The actions that rules of `process` mention, sorted.
std::vector<ActionId> alphabetOf(const Process& process);

}  // namespace empire::cpds
