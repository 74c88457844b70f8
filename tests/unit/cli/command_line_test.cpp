#include "cli/command_line.h"

#include <gtest/gtest.h>

#include "cli/options.h"

namespace empire::cli {
namespace {

using Arguments = std::vector<std::string>;

std::string errorOf(const Arguments& arguments) {
  const Result<Invocation> result = parseCommandLine(arguments);
  return result ? "no error" : toString(result.error());
}

TEST(CommandLine, CheckHasDefaults) {
  const Result<Invocation> result = parseCommandLine({"check", "a.esl"});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->command, Command::Check);
  EXPECT_EQ(result->query.files, Arguments{"a.esl"});
  EXPECT_EQ(result->query.scenarios.size(), 11u);
  EXPECT_EQ(result->query.engine, engineNames().front());
  EXPECT_EQ(result->query.timeoutMillis, 60'000u);
  EXPECT_EQ(result->query.memoryBytes, 2ULL << 30);
  EXPECT_EQ(result->format, "text");
  EXPECT_EQ(result->jobs, 1u);
  EXPECT_FALSE(result->timing);
}

TEST(CommandLine, CheckTakesAllItsOptions) {
  const Result<Invocation> result =
      parseCommandLine({"check", "--scenario=1,2", "--scenario", "9", "--threads=a,b", "--locations=x",
                        "--engine=reference", "--timeout=500ms", "--memory=1M", "--format=json", "-o", "out.json",
                        "-j2", "--timing", "--exit-zero", "a b.esl"});
  ASSERT_TRUE(result) << toString(result.error());
  EXPECT_EQ(result->query.scenarios, (std::vector<int>{1, 2, 9}));
  EXPECT_EQ(result->query.threads, (Arguments{"a", "b"}));
  EXPECT_EQ(result->query.locations, Arguments{"x"});
  EXPECT_EQ(result->query.engine, "reference");
  EXPECT_EQ(result->query.timeoutMillis, 500u);
  EXPECT_EQ(result->query.memoryBytes, 1u << 20);
  EXPECT_EQ(result->format, "json");
  EXPECT_EQ(result->output, "out.json");
  EXPECT_EQ(result->jobs, 2u);
  EXPECT_TRUE(result->timing);
  EXPECT_TRUE(result->exitZero);
  EXPECT_EQ(result->query.files, Arguments{"a b.esl"});
}

TEST(CommandLine, StandardInputAndNamesThatLookLikeOptions) {
  EXPECT_EQ(parseCommandLine({"check", "-"})->query.files, Arguments{"-"});
  EXPECT_EQ(parseCommandLine({"check", "--", "-odd.esl"})->query.files, Arguments{"-odd.esl"});
}

TEST(CommandLine, ModelHasNoScenarioUnlessAsked) {
  EXPECT_TRUE(parseCommandLine({"model", "a.esl"})->query.scenarios.empty());
  EXPECT_EQ(parseCommandLine({"model", "a.esl", "--scenario=all"})->query.scenarios.size(), 11u);
}

TEST(CommandLine, ExplainTakesNumbersAndNames) {
  EXPECT_EQ(parseCommandLine({"explain"})->topic, "");
  EXPECT_EQ(parseCommandLine({"explain", "9"})->topic, "9");
  EXPECT_EQ(parseCommandLine({"explain", "lost-update"})->topic, "5");
  EXPECT_NE(errorOf({"explain", "12"}).find("numbers 1 to 11"), std::string::npos);
}

TEST(CommandLine, ErrorsListWhatIsAllowed) {
  const std::vector<std::pair<Arguments, std::string>> cases = {
      {{}, "commands are check, model, explain"},
      {{"chekc"}, "did you mean check?"},
      {{"check", "a.esl", "--scenari=1"}, "did you mean --scenario?"},
      {{"check", "a.esl", "--scenario=12"}, "numbers 1 to 11"},
      {{"check", "a.esl", "--engine=prodcut"}, "engines are product, reference"},
      {{"check", "a.esl", "--format=xml"}, "formats are text, json"},
      {{"model", "a.esl", "--emit=c"}, "stages are program, esl"},
      {{"check", "a.esl", "--jobs=0"}, "from 1 to 256"},
      {{"check", "a.esl", "--timeout=soon"}, "seconds"},
      {{"check", "a.esl", "--memory=lots"}, "bytes"},
      {{"check", "a.esl", "--scenario="}, "--scenario needs a value"},
      {{"check", "a.esl", "--engine=product", "--engine=product"}, "given 2 times"},
      {{"check", "--scenario=1"}, "needs a file"},
      {{"check", "a.esl", "b.esl"}, "takes one file"},
      {{"check", "a.esl", "--scenario"}, "--scenario"},
      {{"model", "a.esl", "--format=json"}, "has no option --format"},
  };
  for (const auto& [arguments, expected] : cases) {
    const std::string error = errorOf(arguments);
    EXPECT_NE(error.find(expected), std::string::npos) << error;
  }
}

TEST(Options, EveryOptionIsInItsHelp) {
  for (const CommandSpec& command : commands()) {
    const std::string help = helpText(command.name);
    EXPECT_NE(helpText().find(command.name), std::string::npos);
    for (const OptionSpec* option : optionsOf(command.name)) {
      EXPECT_NE(help.find(option->name), std::string::npos) << command.name << option->name;
      EXPECT_EQ(help.find('{'), std::string::npos) << "a place in a help text was not filled";
    }
  }
}

}  // namespace
}  // namespace empire::cli
