#include "cli/explain.h"

#include <gtest/gtest.h>

#include <sstream>

#include "cli/colour.h"
#include "esl/scenario.h"

namespace empire::cli {
namespace {

TEST(Explain, DrawsEveryAccessOfEveryScenario) {
  for (const esl::ScenarioInfo& info : esl::scenarios()) {
    const std::string text = explainScenario(info.number);
    EXPECT_NE(text.find(info.meaning), std::string::npos);
    std::istringstream lines(text);
    std::string line;
    std::vector<std::string> drawn;
    while (std::getline(lines, line)) {
      EXPECT_LE(line.size(), 80u) << line;
      const std::size_t at = line.find_first_not_of(' ');
      if (at != std::string::npos && line.ends_with(";")) drawn.push_back(line.substr(at, line.find(')') + 1 - at));
    }
    const esl::Pattern pattern = esl::patternsOf(info.number).front();
    ASSERT_EQ(drawn.size(), pattern.roles.size()) << text;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      EXPECT_EQ(drawn[i], esl::nameOf(pattern.roles[i], pattern.twoLocations));
    }
  }
}

TEST(Explain, ListsAll) {
  const std::string text = listScenarios();
  for (const esl::ScenarioInfo& info : esl::scenarios()) EXPECT_NE(text.find(info.name), std::string::npos);
}

TEST(Colour, MarksVerdictLinesOnly) {
  EXPECT_EQ(coloured("safe: scenario 1\n  more\n"), "\x1b[1;32msafe: scenario 1\x1b[0m\n  more\n");
  EXPECT_EQ(coloured("checked a.esl\n"), "checked a.esl\n");
}

}  // namespace
}  // namespace empire::cli
