#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "esl/module.h"
#include "esl/scenario.h"

namespace empire::esl {

/// One process executes one statement. `branch` says which way it went:
/// choice: which target; trylock: 0 taken, 1 failed; wait: 0 releases, 1 takes again (two steps);
/// call: 0 enters, 1 runs the callee to its end without showing its steps, allowed only where the callee
/// and all it calls contain nothing but skip, goto, choice, call and return, and can return.
struct Step {
  ProcessId process;
  FunctionId function;
  std::uint32_t stmt = 0;
  std::uint32_t branch = 0;
  friend auto operator<=>(const Step&, const Step&) = default;
};

/// An execution from the start of the module in which a scenario happens.
/// Invariant: accesses.size() == pattern.roles.size(); steps[accesses[i]] plays pattern.roles[i];
/// accesses is increasing, and its last element is the last step.
struct Witness {
  Pattern pattern;
  ProcessId first;   // runs the unprimed unit
  ProcessId second;  // runs the primed unit
  LocationId l1;
  LocationId l2;  // invalid where the pattern has one location
  std::vector<Step> steps;
  std::vector<std::uint32_t> accesses;
  friend bool operator==(const Witness&, const Witness&) = default;
};

/// Two accesses of different processes to one location, at least one of them a write and at least one
/// not atomic, that can both be the next step of their process in one reachable state.
/// Invariant: first.process < second.process.
struct Race {
  struct Access {
    ProcessId process;
    FunctionId function;
    std::uint32_t stmt = 0;
    friend auto operator<=>(const Access&, const Access&) = default;
  };
  LocationId location;
  Access first;
  Access second;
  friend auto operator<=>(const Race&, const Race&) = default;
};

}  // namespace empire::esl
