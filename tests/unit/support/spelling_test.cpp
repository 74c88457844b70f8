#include "support/spelling.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace empire {
namespace {

TEST(Spelling, FindsTheClosestNameIfItIsClose) {
  const std::vector<std::string_view> names = {"m", "lock", "unlock", "location", "trylock", "count"};
  struct Row {
    std::string_view name, expected;
  };
  const Row rows[] = {
      {"mm", "m"},
      {"lok", "lock"},
      {"lcok", "lock"},
      {"unlokc", "unlock"},
      {"lokation", "location"},
      {"cuont", "count"},
      {"try-lock", "trylock"},
      {"x", ""},
      {"", ""},
      {"foo", ""},
      {"list", ""},
      {"count", "count"},
  };
  for (const Row& row : rows) EXPECT_EQ(closest(row.name, names), row.expected) << row.name;
}

TEST(Spelling, DoesNotLookAtVeryLongNames) {
  const std::string name(65, 'a');
  const std::vector<std::string_view> names = {name};
  EXPECT_EQ(closest(name, names), "");
  EXPECT_EQ(closest(std::string(64, 'a'), names), "");
}

}  // namespace
}  // namespace empire
