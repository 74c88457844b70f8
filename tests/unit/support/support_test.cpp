#include <gtest/gtest.h>

#include "support/diagnostic.h"
#include "support/interner.h"
#include "support/result.h"

namespace empire {
namespace {

TEST(Interner, NumbersNamesInOrderOfFirstAppearance) {
  Interner<struct T> names;
  EXPECT_EQ(names.intern("b").raw, 0u);
  EXPECT_EQ(names.intern("a").raw, 1u);
  EXPECT_EQ(names.intern("b").raw, 0u);
  EXPECT_FALSE(names.find("c").valid());
  EXPECT_EQ(names[names.find("a")], "a");
}

TEST(Interner, CopyKeepsWorkingAfterTheOriginalIsGone) {
  Interner<struct T> copy;
  {
    Interner<struct T> original;
    original.intern("short");
    copy = original;
    EXPECT_EQ(copy, original);
  }
  EXPECT_EQ(copy.intern("short").raw, 0u);
  EXPECT_EQ(copy.size(), 1u);
}

TEST(Diagnostic, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(toString(Diagnostic{{"a.esl", 3, 7}, "no", Severity::Error}), "a.esl:3:7: error: no");
  EXPECT_EQ(toString(Diagnostic{{"a.esl", 3, 0}, "no", Severity::Warning}), "a.esl:3: warning: no");
  EXPECT_EQ(toString(Diagnostic{{}, "no", Severity::Note}), "note: no");
}

TEST(Result, HoldsAValueOrErrors) {
  Result<int> good = 3;
  Result<int> bad = Diagnostic{{}, "no", Severity::Error};
  EXPECT_TRUE(good.has_value());
  EXPECT_EQ(*good, 3);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().size(), 1u);
}

}  // namespace
}  // namespace empire
