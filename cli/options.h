#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace empire::cli {

struct CommandSpec {
  std::string_view name;
  std::string_view synopsis;  // after "empire NAME "
  std::string_view summary;   // one line
};

/// One option. This table is the only place that knows it: the parser, --help and docs/options.md are made from it.
struct OptionSpec {
  std::string_view name;       // "--scenario"
  std::string_view shortName;  // "-o", or empty
  std::string_view commands;   // the commands that take it, separated by blanks
  std::string_view value;      // what to write after it; empty: a flag
  std::string_view fallback;   // what holds without it; empty: nothing to say
  bool list = false;           // may be repeated; the values are joined
  std::string_view help;       // {engines}, {formats}, {stages} and {scenarios} stand for the allowed values
};

std::span<const CommandSpec> commands();
std::span<const OptionSpec> options();

/// The rows of `options()` that the command takes.
std::vector<const OptionSpec*> optionsOf(std::string_view command);

/// Names for messages and for the checks of values.
std::vector<std::string> commandNames();
std::vector<std::string> scenarioNames();
std::vector<std::string> engineNames();
std::vector<std::string> formatNames();
std::vector<std::string> stageNames();

/// The text of `empire --help`, or of `empire COMMAND --help`.
std::string helpText();
std::string helpText(std::string_view command);

/// docs/options.md.
std::string optionsMarkdown();

}  // namespace empire::cli
