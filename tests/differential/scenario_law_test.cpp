// The interpreter and the engines against the definition of a scenario: some execution contains the
// accesses of the table. Executions and table are those of executions.cpp, which shares no code with them.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "esl/interpreter.h"
#include "solver/engine.h"
#include "solver/witness_check.h"
#include "tests/differential/executions.h"
#include "tests/support/rng.h"

namespace empire::test {
namespace {

// Bits of the scenarios for which there is a witness; checks that each replays.
std::uint32_t scenariosByInterpreter(const esl::Module& module) {
  const esl::Question question = esl::everything();
  const esl::Interpretation found = esl::interpret(module, question);
  EXPECT_TRUE(found.complete);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < question.scenarios.size(); ++i) {
    if (!found.witnesses[i]) continue;
    bits |= 1U << question.scenarios[i];
    EXPECT_EQ(solver::checkWitness(module, *found.witnesses[i]), "");
  }
  return bits;
}

std::uint32_t scenariosByProduct(const esl::Module& module) {
  const solver::Answer answer =
      solver::findEngine("product")->make()->solve(module, esl::everything(), Budget{}, nullptr);
  std::uint32_t bits = 0;
  for (const solver::ScenarioAnswer& scenario : answer.scenarios) {
    EXPECT_NE(scenario.verdict, solver::Verdict::Unknown) << scenario.reason;
    if (scenario.verdict != solver::Verdict::Violation) continue;
    bits |= 1U << scenario.scenario;
    EXPECT_EQ(solver::checkWitness(module, *scenario.witness), "");
  }
  return bits;
}

void expectLaw(const Script& script) {
  const std::uint32_t expected = scenariosByBruteForce(script);
  const esl::Module module = moduleOf(script);
  EXPECT_EQ(scenariosByInterpreter(module), expected) << script.first << "  with  " << script.second;
  EXPECT_EQ(scenariosByProduct(module), expected) << script.first << "  with  " << script.second;
}

// All units of one to `length` reads and writes of a and b.
std::vector<std::string> straightUnits(std::size_t length) {
  std::vector<std::string> bodies = {""};
  for (std::size_t first = 0, round = 0; round < length; ++round) {
    const std::size_t end = bodies.size();
    for (; first < end; ++first) {
      for (char c : {'r', 'w', 'R', 'W'}) bodies.push_back(bodies[first] + c);
    }
  }
  std::vector<std::string> units;
  for (std::size_t i = 1; i < bodies.size(); ++i) units.push_back("[" + bodies[i] + "]");
  return units;
}

std::string randomText(Rng& rng, std::string_view alphabet, std::uint32_t length) {
  std::string text;
  for (std::uint32_t i = 0; i < length; ++i) {
    text += alphabet[rng.below(static_cast<std::uint32_t>(alphabet.size()))];
  }
  return text;
}

// The part of a test that a ctest process of its own runs.
class ScenarioLaw : public testing::TestWithParam<std::size_t> {
 protected:
  static constexpr std::size_t kParts = 4;
};

INSTANTIATE_TEST_SUITE_P(Part, ScenarioLaw, testing::Values(0, 1, 2, 3));

TEST_P(ScenarioLaw, HoldsForAllPairsOfUnitsOfUpToThreeAccesses) {
  const std::vector<std::string> units = straightUnits(3);
  ASSERT_EQ(units.size(), 84U);
  std::size_t pair = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    for (std::size_t j = i; j < units.size(); ++j) {
      if (pair++ % kParts == GetParam()) expectLaw({units[i], units[j]});
      if (HasFailure()) return;
    }
  }
  EXPECT_EQ(pair, 84U * 85U / 2U);
}

// Nothing here is balanced: ends without begin, accesses outside of units, a lock taken twice.
TEST_P(ScenarioLaw, HoldsForRandomTexts) {
  Rng rng(1000 + GetParam());
  for (int i = 0; i < 250 && !HasFailure(); ++i) {
    expectLaw({"[" + randomText(rng, "rwuRWUrwRW[]|()", rng.between(2, 6)),
               "[" + randomText(rng, "rwuRWUrwRW[]|()", rng.between(2, 6))});
  }
}

TEST_P(ScenarioLaw, HoldsForRandomLockedUnits) {
  Rng rng(2000 + GetParam());
  for (int i = 0; i < 250 && !HasFailure(); ++i) {
    const auto half = [&] {
      const std::string accesses = randomText(rng, "rwRWrwRWu", rng.between(2, 4));
      const std::size_t cut = rng.below(static_cast<std::uint32_t>(accesses.size()) + 1);
      return rng.chance(50) ? "([" + accesses + "])"
                            : "[(" + accesses.substr(0, cut) + ")" + accesses.substr(cut) + "]";
    };
    expectLaw({half(), half()});
  }
}

TEST(ScenarioLawTable, EachScenarioHasItsSmallestExample) {
  const std::vector<Script> examples = {{"[rw]", "[w]"},  {"[rr]", "[w]"},  {"[ww]", "[r]"},  {"[wr]", "[w]"},
                                        {"[ww]", "[w]"},  {"[wW]", "[wW]"}, {"[wW]", "[Ww]"}, {"[wW]", "[rR]"},
                                        {"[rR]", "[wW]"}, {"[rR]", "[Ww]"}, {"[wW]", "[Rr]"}};
  for (std::size_t i = 0; i < examples.size(); ++i) {
    EXPECT_TRUE(scenariosByBruteForce(examples[i]) >> (i + 1) & 1U) << "scenario " << i + 1;
  }
}

TEST(ScenarioLawTable, SplitUnitsAndNestedUnits) {
  EXPECT_EQ(scenariosByBruteForce({"[r|w]", "[w]"}), 0U);
  EXPECT_EQ(scenariosByBruteForce({"[r][w]", "[w]"}), 0U);
  EXPECT_EQ(scenariosByBruteForce({"[[r]w]", "[w]"}), 1U << 1U);
  EXPECT_EQ(scenariosByBruteForce({"(rw)", "[w]"}), 0U);
  EXPECT_EQ(scenariosByBruteForce({"([rw])", "([w])"}), 0U);
  EXPECT_EQ(scenariosByBruteForce({"([rw])", "[w]"}), 1U << 1U);
}

}  // namespace
}  // namespace empire::test
