#pragma once

#include <string>

namespace empire::cli {

/// The scenarios, a few lines each.
std::string listScenarios();

/// One scenario: its accesses in two lanes beside the lines of a small example, and what goes wrong.
/// Requires: 1 <= scenario <= 11.
std::string explainScenario(int scenario);

}  // namespace empire::cli
