#pragma once

#include <span>
#include <string_view>

namespace empire {

/// The candidate that `name` is probably a misspelling of: the first of those with the fewest letters
/// inserted, left out, replaced or swapped, if these are few beside the length; else empty.
/// Cost: looks at no more than 10,000 candidates and at no name longer than 64 bytes.
std::string_view closest(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace empire
