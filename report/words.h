#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace empire::report {

/// What goes wrong in a scenario, in one sentence about these threads and locations.
/// `y` is not used where the scenario has one location. Requires: 1 <= scenario <= 11.
std::string whatGoesWrong(int scenario, std::string_view first, std::string_view second, std::string_view x,
                          std::string_view y);

/// Sorted numbers as "1-5, 9, 11".
std::string ranges(const std::vector<int>& numbers);

/// The text in lines of at most 80 columns, each after `indent` blanks; words are not split.
std::string wrapped(std::string_view text, std::size_t indent);

}  // namespace empire::report
