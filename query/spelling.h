#pragma once

#include <span>
#include <string>
#include <string_view>

namespace empire::query {

/// "; did you mean X?" if one of the candidates is close, else nothing.
std::string guess(std::string_view word, std::span<const std::string> candidates);

/// The guess, followed by "; KIND are A, B, C".
std::string allowedValues(std::string_view word, std::string_view kind, std::span<const std::string> candidates);

/// The names, separated by ", "; at most 20, then how many more there are.
std::string listed(std::span<const std::string> names);

}  // namespace empire::query
