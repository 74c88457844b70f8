#pragma once

#include <string>
#include <vector>

#include "esl/module.h"
#include "esl/witness.h"
#include "report/report.h"

namespace empire::report {

/// Tells a witness step by step: follows it through the module and notes stacks, units and held locks.
/// Steps that only move control (skip, goto, choice, calls without events) are left out.
/// Requires: solver::checkWitness accepts the witness.
std::vector<Step> tell(const esl::Module& module, const esl::Witness& witness);

}  // namespace empire::report
