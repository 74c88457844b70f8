#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cpds/system.h"

namespace empire::test {

struct ExploreBounds {
  std::size_t states = 200'000;  // global configurations kept
  std::size_t stack = 12;        // symbols on one stack
};

struct Exploration {
  bool complete = true;  // false: a bound was reached
  bool final = false;    // a configuration was seen in which every process is in a final state
  std::size_t states = 0;
  std::vector<std::vector<bool>> seen;  // by process and control state
};

/// All global configurations of a system, breadth first, by the definition: an action moves all processes that mention
/// it, tau moves one. Does not go on behind a final configuration. Slow and simple; for tests.
Exploration explore(const cpds::System& system, const ExploreBounds& bounds = {});

}  // namespace empire::test
