#pragma once

#include <string>
#include <string_view>

#include "support/budget.h"
#include "support/result.h"

namespace empire::cli {

/// The name under which a file is shown: relative to the current folder where it lies below it.
std::string shownName(const std::string& path);

/// What was read, and whether a limit ended the reading.
struct FileText {
  std::string text;
  Exhausted exhausted = Exhausted::Nothing;
};

/// Reads a whole file, "-" for standard input. Stops when the budget is cancelled or its bytes are used up.
Result<FileText> readFile(const std::string& path, const Budget& budget);

/// Whether a file could be written there, as far as can be told without writing. Returns: what is wrong, or nothing.
std::string whyNotWritable(const std::string& path);

/// Writes all of the text or leaves the path as it was: a file beside it is written, then renamed.
/// Devices and pipes are written directly. Returns: what went wrong, or nothing.
std::string writeFile(const std::string& path, std::string_view text);

}  // namespace empire::cli
