#pragma once

#include <string>
#include <vector>

#include "query/query.h"
#include "support/result.h"

namespace empire::cli {

enum class Command { Help, Version, Check, Model, Explain, OptionsMarkdown };

/// What the user wants done, checked as far as it can be without reading the input.
struct Invocation {
  Command command = Command::Help;
  std::string topic;  // Help: a command or nothing; Explain: a scenario or nothing
  query::Query query;
  std::string format = "text";
  std::string emit = "esl";
  std::string output;  // empty: standard output
  unsigned jobs = 1;
  bool timing = false;
  bool exitZero = false;
};

/// Reads the arguments (without the program's name). Errors are about usage and list what is allowed.
Result<Invocation> parseCommandLine(const std::vector<std::string>& arguments);

}  // namespace empire::cli
