#include "cli/options.h"

#include <algorithm>

#include "esl/scenario.h"
#include "pipeline/pipeline.h"
#include "report/words.h"
#include "report/writers.h"
#include "solver/engine.h"

namespace empire::cli {

namespace {

constexpr CommandSpec kCommands[] = {
    {"check", "FILE... [OPTIONS] [-- COMPILER FLAGS]",
     "can two threads break the invariant? violation, safe or unknown"},
    {"model", "FILE... [--emit=STAGE] [OPTIONS] [-- COMPILER FLAGS]",
     "print a stage of the way from the model to the answer"},
    {"explain", "[SCENARIO]", "draw a scenario and tell an example; without a number, list them"},
};

constexpr OptionSpec kOptions[] = {
    {"--site", "", "check model", "PLACE", "none", false,
     "C++: where the object is made: FILE:LINE, FILE:LINE:COLUMN or FUNCTION:VARIABLE"},
    {"--fields", "", "check model", "NAMES", "all fields", true,
     "C++: the fields that must change together; `::name` for static variables, which need no site"},
    {"--class", "", "check model", "NAME", "none", false, "C++: picks among several objects made at the site"},
    {"--unit", "", "check model", "NAMES", "none", true, "C++: further functions that are units of work"},
    {"--unitfor", "", "check model", "WHICH", "auto", false,
     "C++: parameters whose object joins the atomic set: auto (copies and moves), all, none, or "
     "Class::method:parameter,..."},
    {"--wait", "", "check model", "HOW", "split", false,
     "C++: split (a condition-variable wait ends the unit and begins another) or strict"},
    {"--instances", "", "check model", "N", "6", false,
     "C++: most copies of a thread start that can run more than once"},
    {"--build", "-p", "check model", "FOLDER", "none", false, "C++: folder of compile_commands.json"},
    {"--no-cache", "", "check model", "", "", false, "C++: parse again, and keep nothing for the next query"},
    {"--scenario", "", "check", "LIST", "all", true,
     "scenarios to look for: numbers, ranges or names separated by commas, or `all`: {scenarios}"},
    {"--scenario", "", "model", "LIST", "none", true,
     "scenarios whose monitor is added to the system; without it the system alone is printed"},
    {"--threads", "", "check model", "NAMES", "all threads", true,
     "only these threads take part in a scenario; the others still run (`\\,` is a comma in a name)"},
    {"--locations", "", "check model", "NAMES", "all locations", true,
     "only these memory locations take part in a scenario"},
    {"--engine", "", "check", "NAME", "{engine}", false, "how to search: {engines}"},
    {"--emit", "", "model", "STAGE", "esl", false, "what to print: {stages}"},
    {"--timeout", "", "check model", "TIME", "60", false,
     "wall-clock limit in seconds, or with a unit (500ms, 2m, 1h); then the answer is unknown"},
    {"--memory", "", "check model", "SIZE", "2G", false,
     "limit for the tables of the search in bytes, or with K, M, G, T; then the answer is unknown"},
    {"--format", "", "check", "NAME", "text", false, "how to write the answer: {formats}"},
    {"--output", "-o", "check model", "FILE", "standard output", false,
     "write the result to FILE, all of it or nothing"},
    {"--jobs", "-j", "check model", "N", "1", false,
     "threads that the work may use, 1 to 256; the answer is the same for any N"},
    {"--timing", "", "check", "", "", false, "add how long each stage took, and the memory of the search"},
    {"--exit-zero", "", "check", "", "", false,
     "exit with 0 also for violation and unknown, for pipelines that read the output"},
    {"--help", "-h", "check model explain", "", "", false, "print the options of the command"},
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

template <class Rows>
std::string described(const Rows& rows) {
  std::string text;
  for (const auto& row : rows) {
    text += (text.empty() ? "" : "; ") + std::string(row.name) + " (" + std::string(row.summary) + ")";
  }
  return text;
}

std::string filled(std::string_view pattern) {
  std::string text(pattern);
  const auto fill = [&](std::string_view name, const std::string& value) {
    const std::size_t at = text.find(name);
    if (at != std::string::npos) text.replace(at, name.size(), value);
  };
  fill("{engine}", std::string(solver::engines().front().name));
  fill("{engines}", described(solver::engines()));
  fill("{formats}", described(report::writers()));
  fill("{stages}", described(pipeline::stages()));
  fill("{scenarios}", joined(scenarioNames()));
  return text;
}

std::string heading(const OptionSpec& option) {
  std::string text;
  if (!option.shortName.empty()) text += std::string(option.shortName) + ", ";
  text += option.name;
  if (!option.value.empty()) text += "=" + std::string(option.value);
  return text;
}

constexpr std::string_view kExitCodes =
    "Exit codes: 0 every scenario safe, 1 a violation, 2 usage, 3 unknown, 4 the input failed, 5 internal error; "
    "with several, the first of 5, 4, 1, 3, 0.";

}  // namespace

std::span<const CommandSpec> commands() { return kCommands; }
std::span<const OptionSpec> options() { return kOptions; }

std::vector<const OptionSpec*> optionsOf(std::string_view command) {
  std::vector<const OptionSpec*> found;
  for (const OptionSpec& option : kOptions) {
    const std::string all = " " + std::string(option.commands) + " ";
    if (all.find(" " + std::string(command) + " ") != std::string::npos) found.push_back(&option);
  }
  return found;
}

template <class Rows>
static std::vector<std::string> namesOf(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> commandNames() { return namesOf(kCommands); }
std::vector<std::string> scenarioNames() { return namesOf(esl::scenarios()); }
std::vector<std::string> engineNames() { return namesOf(solver::engines()); }
std::vector<std::string> formatNames() { return namesOf(report::writers()); }
std::vector<std::string> stageNames() { return namesOf(pipeline::stages()); }

std::string helpText() {
  std::string text =
      "empire: can two threads break the invariant that ties fields together?\n\n"
      "usage: empire COMMAND [ARGUMENTS]\n\n";
  for (const CommandSpec& command : kCommands) {
    const std::string name(command.name);
    text += "  " + name + std::string(name.size() < 9 ? 9 - name.size() : 1, ' ') + std::string(command.summary) + "\n";
  }
  text += "\n  --version  print the version\n  --help     print this; after a command, its options\n\n";
  return text + report::wrapped(kExitCodes, 0);
}

std::string helpText(std::string_view command) {
  std::string text;
  for (const CommandSpec& row : kCommands) {
    if (row.name != command) continue;
    text += "usage: empire " + std::string(row.name) + " " + std::string(row.synopsis) + "\n\n";
    text += report::wrapped(row.summary, 0) + "\n";
  }
  for (const OptionSpec* option : optionsOf(command)) {
    text += "  " + heading(*option) + "\n" + report::wrapped(filled(option->help), 6);
    if (!option->fallback.empty()) text += "      default: " + filled(option->fallback) + "\n";
  }
  return text + "\n" + report::wrapped(kExitCodes, 0);
}

std::string optionsMarkdown() {
  std::string text =
      "# Options\n\n"
      "Made from the table in `cli/options.cpp`; a test compares the two. `empire COMMAND --help` prints the same.\n";
  for (const CommandSpec& command : kCommands) {
    text += "\n## empire " + std::string(command.name) + " " + std::string(command.synopsis) + "\n\n";
    text += std::string(command.summary) + "\n\n| option | default | meaning |\n|---|---|---|\n";
    for (const OptionSpec* option : optionsOf(command.name)) {
      text += "| `" + heading(*option) + "` | " + filled(option->fallback) + " | " + filled(option->help) + " |\n";
    }
  }
  text +=
      "\n`FILE` is a model in the language of `docs/esl.md` (`model.esl`; `-` reads it from standard input), or C++ "
      "sources.\n";
  text += "`empire --version` prints the version, `empire --help` the commands.\n\n## Exit codes\n\n";
  return text + std::string(kExitCodes.substr(kExitCodes.find(':') + 2)) + "\n";
}

}  // namespace empire::cli
