#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <set>

#include "cli/options.h"
#include "pipeline/pipeline.h"
#include "query/spelling.h"
#include "query/values.h"

namespace empire::cli {

namespace {

using query::Query;

Diagnostic usage(std::string message) {
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  return diagnostic;
}

/// The arguments after a command, sorted out by CLI11 but not understood yet.
struct RawArguments {
  std::vector<std::string> positionals;
  std::map<std::string, std::vector<std::string>, std::less<>> values;  // by option name
  std::set<std::string, std::less<>> flags;
  std::vector<std::string> compilerFlags;  // after `--`, where a file comes before it

  bool has(std::string_view flag) const { return flags.find(flag) != flags.end(); }
  /// The value of an option; lists are joined. Null where it was not given.
  const std::string* value(std::string_view name) const {
    const auto found = values.find(name);
    return found == values.end() || found->second.empty() ? nullptr : &found->second.front();
  }
};

Diagnostic unknownArgument(const std::string& command, const std::string& argument) {
  std::vector<std::string> names;
  for (const OptionSpec* option : optionsOf(command)) names.emplace_back(option->name);
  const std::string word = argument.substr(0, argument.find('='));
  return usage("empire " + command + " has no option " + word + query::allowedValues(word, "its options", names));
}

// CLI11 would take the next argument for the missing value.
Result<bool> rejectEmptyValues(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
      return usage(argument.substr(0, argument.size() - 1) + " needs a value after the =");
    }
  }
  return true;
}

// What follows `--` is for the compiler if C++ comes before it; else it is a file name.
std::vector<std::string> takeCompilerFlags(std::vector<std::string>& arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  query::Query before;
  for (auto at = arguments.begin(); at != dashes; ++at) {
    if (*at == "-p" || at->starts_with("-p") || at->starts_with("--build")) before.buildDir = *at;
    if (!at->starts_with("-")) before.files.push_back(*at);
  }
  if (dashes == arguments.end() || !pipeline::asksAboutCpp(before)) return {};
  std::vector<std::string> flags(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return flags;
}

Result<RawArguments> sortOut(const std::string& command, std::vector<std::string> arguments) {
  if (const Result<bool> fine = rejectEmptyValues(arguments); !fine) return fine.error();
  RawArguments raw;
  raw.compilerFlags = takeCompilerFlags(arguments);
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  app.add_option("arguments", raw.positionals);
  std::map<std::string, bool> given;
  for (const OptionSpec* option : optionsOf(command)) {
    const std::string name(option->name);
    const std::string names = option->shortName.empty() ? name : std::string(option->shortName) + "," + name;
    if (option->value.empty()) {
      app.add_flag(names, given[name]);
    } else {
      app.add_option(names, raw.values[name])->allow_extra_args(false);
    }
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 wants them reversed
  } catch (const CLI::ParseError& error) {
    return usage(error.what());
  }
  for (const std::string& extra : app.remaining()) {
    if (extra != "--") return unknownArgument(command, extra);
  }
  for (const auto& [name, is] : given) {
    if (is) raw.flags.insert(name);
  }
  for (const OptionSpec* option : optionsOf(command)) {
    const auto found = raw.values.find(option->name);
    if (found == raw.values.end() || found->second.size() < 2) continue;
    if (!option->list)
      return usage(std::string(option->name) + " is given " + std::to_string(found->second.size()) + " times");
    std::string all;
    for (const std::string& value : found->second) all += (all.empty() ? "" : ",") + value;
    found->second = {all};
  }
  return raw;
}

// Stores a value, or notes its errors.
template <class T, class Target>
void take(Result<T> result, Target& target, Diagnostics& errors) {
  if (result) {
    target = static_cast<Target>(std::move(*result));
  } else {
    errors.insert(errors.end(), result.error().begin(), result.error().end());
  }
}

void takeQuery(const RawArguments& raw, Query& query, Diagnostics& errors) {
  if (const std::string* v = raw.value("--scenario"))
    take(query::parseScenarios(*v, scenarioNames()), query.scenarios, errors);
  if (const std::string* v = raw.value("--threads")) take(query::parseNames("--threads", *v), query.threads, errors);
  if (const std::string* v = raw.value("--locations"))
    take(query::parseNames("--locations", *v), query.locations, errors);
  if (const std::string* v = raw.value("--engine")) {
    take(query::parseChoice("engine", "engines", *v, engineNames()), query.engine, errors);
  }
  if (const std::string* v = raw.value("--site")) query.site = *v;
  if (const std::string* v = raw.value("--fields")) take(query::parseNames("--fields", *v), query.fields, errors);
  if (const std::string* v = raw.value("--class")) query.className = *v;
  if (const std::string* v = raw.value("--unit")) take(query::parseNames("--unit", *v), query.units, errors);
  if (const std::string* v = raw.value("--unitfor")) query.unitfor = *v;
  if (const std::string* v = raw.value("--wait")) {
    const std::vector<std::string> allowed = {"split", "strict"};
    std::string wait;
    take(query::parseChoice("way to wait", "ways to wait", *v, allowed), wait, errors);
    query.strictWait = wait == "strict";
  }
  if (const std::string* v = raw.value("--instances")) {
    take(query::parseCount("--instances", *v, 2, 64), query.instances, errors);
  }
  if (const std::string* v = raw.value("--build")) query.buildDir = *v;
  query.useCache = !raw.has("--no-cache");
  if (const std::string* v = raw.value("--timeout")) take(query::parseDuration(*v), query.timeoutMillis, errors);
  if (const std::string* v = raw.value("--memory")) take(query::parseBytes(*v), query.memoryBytes, errors);
}

Result<Invocation> inputCommand(Command command, const std::string& name, const RawArguments& raw) {
  Invocation invocation;
  invocation.command = command;
  Diagnostics errors;
  if (command == Command::Check) {
    for (std::size_t n = 1; n <= scenarioNames().size(); ++n) invocation.query.scenarios.push_back(static_cast<int>(n));
  }
  invocation.query.engine = engineNames().front();
  takeQuery(raw, invocation.query, errors);
  if (const std::string* v = raw.value("--format")) {
    take(query::parseChoice("format", "formats", *v, formatNames()), invocation.format, errors);
  }
  if (const std::string* v = raw.value("--emit")) {
    take(query::parseChoice("stage", "stages", *v, stageNames()), invocation.emit, errors);
  }
  if (const std::string* v = raw.value("--jobs"))
    take(query::parseCount("--jobs", *v, 1, 256), invocation.jobs, errors);
  if (const std::string* v = raw.value("--output")) invocation.output = *v;
  invocation.timing = raw.has("--timing");
  invocation.exitZero = raw.has("--exit-zero");
  invocation.query.files = raw.positionals;
  invocation.query.compilerFlags = raw.compilerFlags;
  const bool cpp = pipeline::asksAboutCpp(invocation.query);
  if (raw.positionals.empty() && !cpp)
    errors.push_back(usage("empire " + name + " needs a file: empire " + name + " FILE.esl"));
  if (raw.positionals.size() > 1 && !cpp)
    errors.push_back(usage("empire " + name + " takes one file, not " + std::to_string(raw.positionals.size())));
  if (!errors.empty()) return errors;
  return invocation;
}

Invocation simple(Command command, std::string topic = {}) {
  Invocation invocation;
  invocation.command = command;
  invocation.topic = std::move(topic);
  return invocation;
}

Result<Invocation> explainCommand(const RawArguments& raw) {
  if (raw.positionals.empty()) return simple(Command::Explain);
  if (raw.positionals.size() > 1) return usage("empire explain takes one scenario");
  const Result<std::vector<int>> scenarios = query::parseScenarios(raw.positionals.front(), scenarioNames());
  if (!scenarios) return scenarios.error();
  if (scenarios->size() > 1) return simple(Command::Explain);
  return simple(Command::Explain, std::to_string(scenarios->front()));
}

}  // namespace

Result<Invocation> parseCommandLine(const std::vector<std::string>& arguments) {
  if (arguments.empty())
    return usage("a command is needed; commands are " + query::listed(commandNames()) + "; see empire --help");
  const std::string& name = arguments.front();
  const std::vector<std::string> names = commandNames();
  if (name == "--version") return simple(Command::Version);
  if (name == "--help" || name == "-h") return simple(Command::Help);
  if (name == "options-markdown") return simple(Command::OptionsMarkdown);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    const std::string what = name.starts_with("-") ? "option" : "command";
    return usage("there is no " + what + " '" + name + "'" + query::allowedValues(name, "commands", names));
  }
  const Result<RawArguments> raw = sortOut(name, {arguments.begin() + 1, arguments.end()});
  if (!raw) return raw.error();
  if (raw->has("--help")) return simple(Command::Help, name);
  if (name == "explain") return explainCommand(*raw);
  return inputCommand(name == "check" ? Command::Check : Command::Model, name, *raw);
}

}  // namespace empire::cli
