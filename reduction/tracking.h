#pragma once

#include <vector>

#include "program/program.h"

namespace empire::reduction {

/// What was chosen for a value: an interesting object, `kElsewhere` (none of these), or nothing (invalid: not tracked).
using Chosen = program::ObjectId;
inline constexpr Chosen kElsewhere{static_cast<std::size_t>(Chosen::kInvalid - 1)};

/// The values of one function for which an object is chosen where they are defined, and where the choice is still
/// needed.
struct Tracking {
  std::vector<bool> tracked;                              // by value
  std::vector<std::vector<program::ValueId>> liveBefore;  // by node: tracked values used there or later; sorted
};

/// Tracks the values that may point to an interesting object and to something else.
/// Why the answer stays the same: a value points to one object for as long as it lives. Choosing once keeps the lock
/// and the fields behind one pointer together; all choices are offered, so none that the program can make is lost.
Tracking track(const program::Function& function, const std::vector<bool>& interesting);

/// The choices that a set of objects offers.
std::vector<Chosen> choicesOf(const std::vector<program::ObjectId>& objects, bool unknown,
                              const std::vector<bool>& interesting);

}  // namespace empire::reduction
