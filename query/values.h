#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace empire::query {

// Values of options, from text. Every error says what is wrong with the value and what is allowed;
// it has no position.

/// "9", "1,2,4", "1-5", "torn-read-inside", "all", or a mixture; scenario i + 1 is called names[i].
/// Returns: the numbers, sorted, each once.
Result<std::vector<int>> parseScenarios(std::string_view text, std::span<const std::string> names);

/// Names separated by commas; `\,` is a comma and `\\` a backslash within a name. Each once, in the order given.
Result<std::vector<std::string>> parseNames(std::string_view option, std::string_view text);

/// "60", "2.5", "500ms", "90s", "2m", "1h": a time of more than nothing, in milliseconds.
Result<std::uint64_t> parseDuration(std::string_view text);

/// "1000000", "512K", "1.5G", "2GiB": a number of bytes; K is 1024.
Result<std::uint64_t> parseBytes(std::string_view text);

/// A whole number from `low` to `high`.
Result<std::uint64_t> parseCount(std::string_view option, std::string_view text, std::uint64_t low, std::uint64_t high);

/// One of `allowed`, else an error that lists them and guesses which one was meant.
/// `kind` and `kinds` are the words for one and for several: "engine", "engines".
Result<std::string> parseChoice(std::string_view kind, std::string_view kinds, std::string_view text,
                                std::span<const std::string> allowed);

}  // namespace empire::query
