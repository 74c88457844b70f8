#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cpds/system.h"
#include "support/check.h"

namespace empire::cpds {

/// Makes a Process whose states and symbols are named.
class ProcessBuilder {
 public:
  explicit ProcessBuilder(std::string name) { process_.name = std::move(name); }

  /// Requires: the name is new.
  StateId state(std::string_view name) {
    const StateId id = pds_.state();
    EMPIRE_CHECK(process_.states.intern(name) == id, "names of states are distinct");
    return id;
  }
  SymbolId symbol(std::string_view name) {
    const SymbolId id = pds_.symbol();
    EMPIRE_CHECK(process_.symbols.intern(name) == id, "names of symbols are distinct");
    return id;
  }
  void initial(StateId state, std::vector<SymbolId> stack) {
    process_.initialState = state;
    process_.initialStack = std::move(stack);
  }
  /// Requires: sorted.
  void finals(std::vector<StateId> states) { process_.finalStates = std::move(states); }

  void pop(StateId from, SymbolId top, StateId to, ActionId action = {}) { pds_.pop(from, top, to, action); }
  void step(StateId from, SymbolId top, StateId to, SymbolId next, ActionId action = {}) {
    pds_.step(from, top, to, next, action);
  }
  void push(StateId from, SymbolId top, StateId to, SymbolId next, SymbolId below, ActionId action = {}) {
    pds_.push(from, top, to, next, below, action);
  }

  /// The finished process; the builder is empty afterwards.
  Process finish() {
    process_.pds = pds_.finish();
    return std::exchange(process_, Process());
  }

 private:
  Process process_;
  PdsBuilder pds_;
};

}  // namespace empire::cpds
