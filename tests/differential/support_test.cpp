// Tests of the test support itself: seeds mean the same everywhere, modules are valid, the shrinker ends
// at a small valid module.

#include <gtest/gtest.h>

#include "esl/parser.h"
#include "esl/printer.h"
#include "esl/validate.h"
#include "tests/support/random_module.h"
#include "tests/support/rng.h"
#include "tests/support/shrink.h"

namespace empire::test {
namespace {

TEST(Rng, GivesTheSameNumbersEverywhere) {
  Rng rng(42);
  EXPECT_EQ(rng.next(), 0xbdd732262feb6e95U);
  EXPECT_EQ(rng.next(), 0x28efe333b266f103U);
  for (int i = 0; i < 1000; ++i) EXPECT_LT(rng.below(7), 7U);
}

class RandomModules : public testing::TestWithParam<Profile> {
 protected:
  esl::Module make(std::uint64_t seed, bool decorate = false) const {
    RandomModuleOptions options;
    options.profile = GetParam();
    options.decorate = decorate;
    return randomModule(seed, options);
  }
};

INSTANTIATE_TEST_SUITE_P(Profile, RandomModules, testing::ValuesIn(profiles().begin(), profiles().end()),
                         [](const auto& profile) { return std::string(nameOf(profile.param)); });

TEST_P(RandomModules, AreValidAndDependOnTheSeedOnly) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const esl::Module module = make(seed);
    const std::vector<Diagnostic> diagnostics = esl::validate(module);
    EXPECT_FALSE(esl::hasErrors(diagnostics)) << toString(diagnostics) << esl::print(module);
    EXPECT_EQ(module, make(seed));
  }
  EXPECT_NE(make(1), make(2));
}

TEST_P(RandomModules, SurviveTheTextForm) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const esl::Module module = make(seed, true);
    const std::string text = esl::print(module);
    const Result<esl::Module> again = esl::parse(text, "random.esl");
    ASSERT_TRUE(again) << toString(again.error()) << text;
    EXPECT_EQ(esl::print(*again), text);
    EXPECT_TRUE(*again == module) << text;
  }
}

TEST_P(RandomModules, ShrinkToWhatThePredicateNeeds) {
  const auto count = [](const esl::Module& module, esl::Op op) {
    std::size_t found = 0;
    for (const esl::Process& process : module.processes) {
      for (const esl::Function& function : process.functions) {
        for (const esl::Stmt& stmt : function.body) found += stmt.op == op;
      }
    }
    return found;
  };
  const auto stillFails = [&](const esl::Module& module) {
    return count(module, esl::Op::Write) >= 1 && count(module, esl::Op::UnitBegin) >= 1;
  };
  std::size_t shrunk = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const esl::Module module = make(seed);
    if (!stillFails(module)) continue;
    ++shrunk;
    const esl::Module small = shrink(module, stillFails);
    EXPECT_TRUE(stillFails(small));
    EXPECT_FALSE(esl::hasErrors(esl::validate(small)));
    EXPECT_LE(esl::statementCount(small), 6U) << esl::print(small);
    EXPECT_LE(small.locks.size() + small.flags.size(), 0U);
    EXPECT_EQ(small.locations.size(), 1U);
  }
  EXPECT_GT(shrunk, 5U);
}

TEST(Support, SilentCallsAreReplaced) {
  const Result<esl::Module> module = esl::parse(
      "location x\n"
      "process main {\n"
      "function run { call spin; call stay; write x; call loud; return }\n"
      "function spin { A: choice B, C; B: call spin; C: return }\n"
      "function stay { A: call stay; goto A }\n"
      "function loud { choice A, B; A: call loud; read x; B: return }\n"
      "}\n",
      "m.esl");
  ASSERT_TRUE(module) << toString(module.error());
  const esl::Module plain = withoutSilentCalls(*module);
  const esl::Function& run = plain.processes[0].functions[0];
  EXPECT_EQ(run.body[0].op, esl::Op::Skip);
  EXPECT_EQ(run.body[1].op, esl::Op::Goto);
  EXPECT_EQ(run.targetsOf(run.body[1])[0], 1U);
  EXPECT_EQ(run.body[3].op, esl::Op::Call);
  EXPECT_TRUE(isRecursive(*module));
  EXPECT_TRUE(isRecursive(plain));
}

}  // namespace
}  // namespace empire::test
