#pragma once

#include <string>

#include "esl/module.h"
#include "esl/witness.h"

namespace empire::solver {

/// Replays a witness on the module, statement by statement, and compares its accesses with the
/// definition of the scenario. Shares no code with the engines or the interpreter.
/// Returns: an empty string if the execution is possible and shows the scenario, else what is wrong.
std::string checkWitness(const esl::Module& module, const esl::Witness& witness);

}  // namespace empire::solver
