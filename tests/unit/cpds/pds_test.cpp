#include "cpds/pds.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cpds/system.h"

namespace empire::cpds {
namespace {

TEST(Pds, SortsRulesAndDropsRepetitions) {
  PdsBuilder builder;
  const StateId q = builder.state();
  const StateId r = builder.state();
  const SymbolId a = builder.symbol();
  const SymbolId b = builder.symbol();
  builder.push(r, a, q, b, a, ActionId(1));
  builder.step(q, b, r, a);
  builder.pop(q, a, q, ActionId(0));
  builder.step(q, b, r, a);
  const Pds pds = builder.finish();
  ASSERT_EQ(pds.rules().size(), 3u);
  EXPECT_TRUE(std::is_sorted(pds.rules().begin(), pds.rules().end()));
  EXPECT_EQ(pds.rulesFrom(q).size(), 2u);
  EXPECT_EQ(pds.rulesFrom(r).size(), 1u);
  ASSERT_EQ(pds.rulesFrom(q, b).size(), 1u);
  EXPECT_EQ(pds.rulesFrom(q, b)[0].to, r);
  EXPECT_TRUE(pds.rulesFrom(r, b).empty());
  EXPECT_EQ(pds.rulesFrom(r, a)[0].pushed, 2);
}

TEST(Pds, TheOrderOfAddingDoesNotMatter) {
  const auto make = [](bool turned) {
    PdsBuilder builder;
    const StateId q = builder.state();
    const SymbolId a = builder.symbol();
    if (turned) builder.pop(q, a, q);
    builder.step(q, a, q, a, ActionId(0));
    if (!turned) builder.pop(q, a, q);
    return builder.finish();
  };
  EXPECT_EQ(make(false), make(true));
}

TEST(Pds, TheBuilderIsEmptyAfterFinish) {
  PdsBuilder builder;
  builder.pop(builder.state(), builder.symbol(), StateId(0));
  EXPECT_EQ(builder.finish().rules().size(), 1u);
  EXPECT_EQ(builder.finish(), PdsBuilder().finish());
}

TEST(PdsDeathTest, RefusesIdsOfOthers) {
  PdsBuilder builder;
  const StateId q = builder.state();
  const SymbolId a = builder.symbol();
  EXPECT_DEATH(builder.pop(StateId(1), a, q), "leaves a state of its system");
  EXPECT_DEATH(builder.step(q, a, q, SymbolId(7)), "exactly the pushed symbols");
}

TEST(System, TheAlphabetLeavesTauOut) {
  PdsBuilder builder;
  const StateId q = builder.state();
  const SymbolId a = builder.symbol();
  builder.pop(q, a, q);
  builder.step(q, a, q, a, ActionId(5));
  builder.step(q, a, q, a, ActionId(2));
  builder.pop(q, a, q, ActionId(5));
  Process process;
  process.pds = builder.finish();
  EXPECT_EQ(alphabetOf(process), (std::vector<ActionId>{ActionId(2), ActionId(5)}));
}

}  // namespace
}  // namespace empire::cpds
