#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/exit_code.h"

namespace empire::cli {

/// How a command ended.
struct Ending {
  ExitCode code = ExitCode::Safe;
  bool abandoned = false;  // a thread that did not stop in time is still running: leave without cleaning up
};

/// Runs the command line (without the program's name). Results go to standard output or the file asked for,
/// messages to standard error.
Ending run(const std::vector<std::string>& arguments, std::string_view version);

}  // namespace empire::cli
