#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "esl/module.h"
#include "esl/question.h"
#include "esl/witness.h"

namespace empire::esl {

/// Bounds of the exhaustive exploration. Reaching one makes "no violation" mean "none found".
struct InterpreterBounds {
  std::uint64_t states = 1'000'000;              // configurations kept
  std::uint32_t stack = 16;                      // frames of one process
  std::uint32_t depth = 64;                      // unit depth, and levels of one lock
  const std::atomic<bool>* cancelled = nullptr;  // set from outside: stop as if a bound were reached
};

struct Interpretation {
  /// One for each scenario of the question, in its order: the shortest execution (in steps) that
  /// shows it, or nothing.
  std::vector<std::optional<Witness>> witnesses;
  std::vector<Race> races;  // sorted
  bool complete = true;     // false: a bound was reached; what is missing may still exist
  std::uint64_t states = 0;
};

/// The reference meaning of ESL: builds the graph of all configurations, one statement of one process
/// at a time, then looks in it for each scenario, each pair of processes and each choice of locations.
/// Obviously correct rather than fast; the oracle of all engines.
/// Requires: validate(module) has no errors.
Interpretation interpret(const Module& module, const Question& question, const InterpreterBounds& bounds = {});

}  // namespace empire::esl
