#pragma once

#include <cstdint>
#include <vector>

#include "esl/module.h"
#include "esl/scenario.h"

namespace empire::esl {

/// What is asked of a module: can one of these scenarios happen, between these processes, on these
/// locations? Sorted and without repetition; an empty list of processes or locations means all.
struct Question {
  std::vector<int> scenarios;
  std::vector<ProcessId> processes;   // both units belong to these
  std::vector<LocationId> locations;  // l, l1 and l2 are among these
  friend bool operator==(const Question&, const Question&) = default;
};

bool asksAbout(const Question& question, ProcessId process);
bool asksAbout(const Question& question, LocationId location);

/// All eleven scenarios, every process and location.
Question everything();

}  // namespace empire::esl
