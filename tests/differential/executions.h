#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "esl/module.h"

namespace empire::test {

/// Two straight-line processes over locations a and b and one plain lock, each a text of one character per
/// statement: r w u read, write and update a; R W U the same for b; [ ] begin and end a unit;
/// | splits it; ( ) take and give back the lock.
struct Script {
  std::string first;
  std::string second;
};

/// The module: main starts the second process, then runs the first text.
esl::Module moduleOf(const Script& script);

/// Which scenarios occur in some execution, as bits 1 to 11: runs every interleaving by itself and looks at
/// every choice of accesses in it. Shares no code with the interpreter, the engines or esl/scenario.h.
std::uint32_t scenariosByBruteForce(const Script& script);

}  // namespace empire::test
