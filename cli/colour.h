#pragma once

#include <string>
#include <string_view>

namespace empire::cli {

/// The text report with its verdict lines coloured for a terminal.
/// Requires: the text has no control characters but newlines.
std::string coloured(std::string_view text);

}  // namespace empire::cli
