#pragma once

#include <string>
#include <vector>

#include "reduction/model.h"
#include "reduction/reduce.h"

namespace empire::reduction {

/// Code that is not seen, and whether it could do something to the answer.
struct Unseen {
  std::vector<Note> notes;
  std::string cannotBeSafe;  // the first reason in the order of the program; empty: none
};

/// Looks at every reachable function without body or model, call without known callee, and gap of the analysis.
/// `safe` cannot be said if one of them may reach the object, the storage of its fields, a modelled lock, a function
/// that the model shows, or if it is not known what it can reach.
Unseen findUnseen(const Facts& facts);

}  // namespace empire::reduction
