#pragma once

#include <string>
#include <vector>

#include "frontend/compile.h"
#include "support/result.h"

namespace empire::frontend {

/// How one source file is compiled: a command line for Clang's driver.
struct Command {
  std::string file;       // absolute
  std::string directory;  // absolute; what relative paths in the arguments start from
  std::vector<std::string> arguments;
  friend bool operator==(const Command&, const Command&) = default;
};

struct Commands {
  std::vector<Command> list;  // in the database's order, or that of the files given
  Diagnostics warnings;       // what was guessed or left out
};

/// Finds the command of each file and turns it into one for our own use of Clang: the user's optimisation, debug,
/// sanitizer, profiling, warning, output, dependency and linker options go, ours come in, what only GCC knows is left
/// out with a warning.
Result<Commands> findCommands(const CompileOptions& options);

}  // namespace empire::frontend
