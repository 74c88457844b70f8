#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace empire::report {

/// The text with everything that could steer a terminal or hide something shown as \xHH: control
/// characters, bytes that are not UTF-8, and characters that change the direction of writing.
std::string printable(std::string_view text);

/// The number of columns that printable text takes: its characters, counted as one column each.
std::size_t columnsOf(std::string_view printableText);

/// The text if it fits into `columns`, else its beginning and "...".
/// Requires: columns >= 3.
std::string clipped(std::string_view printableText, std::size_t columns);

}  // namespace empire::report
