#pragma once

#include <string>

#include "report/report.h"

namespace empire::report {

/// The steps of a witness that matter, one row each, with a lane for each thread that takes part:
/// number in the whole witness, position, role, action, and the locks held. Long stretches without an access of the
/// scenario are cut. Every line ends with a newline.
std::string drawLanes(const Witness& witness);

}  // namespace empire::report
