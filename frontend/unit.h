#pragma once

#include <string>
#include <vector>

#include "frontend/commands.h"
#include "frontend/compile.h"
#include "support/result.h"

namespace empire::frontend {

/// A symbol that only one unit may define.
struct Definition {
  std::string symbol;
  Position where;
  friend bool operator==(const Definition&, const Definition&) = default;
};

/// What one parse gives. Plain bytes, so it can cross threads and be kept in a cache.
struct Unit {
  std::string bitcode;
  std::vector<SourceFile> files;        // sorted by path; a name that only a #line directive gives has no hash
  std::vector<Definition> definitions;  // in the order of the module
};

/// Parses a unit with a context, a file manager and a working directory of its own.
/// Threads: any number of calls at a time.
Result<Unit> parseUnit(const Command& command);

}  // namespace empire::frontend
