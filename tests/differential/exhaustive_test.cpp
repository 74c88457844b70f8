// All models up to a small size: the interpreter and `product` agree for all eleven scenarios and on the data
// races, and every witness replays.
//
// A model is two processes, each one text of executions.h: a unit around up to n statements from
// lock, unlock, read a, write a, read b, write b, and a unit boundary. Left out are bodies that go on after a
// statement at which the process is stuck for ever, and of models that differ only in the order of the
// processes or in the names of a and b all but one. The longest bodies also have to be useful, see Bodies.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/differential/executions.h"
#include "tests/support/compare.h"

namespace empire::test {
namespace {

// Which bodies.
struct Bodies {
  std::size_t length;  // up to so many statements; `][` is one
  bool useful;         // only those with an access, never stuck, and each unit with some statement in it
};

std::vector<std::string> make(const Bodies& wanted) {
  struct Body {
    std::string text;
    bool held = false;
    bool stuck = false;
  };
  std::vector<Body> all = {{}};
  for (std::size_t first = 0, round = 0; round < wanted.length; ++round) {
    const std::size_t end = all.size();
    for (; first < end; ++first) {
      if (all[first].stuck) continue;
      for (std::string_view next : {"(", ")", "r", "w", "R", "W", "]["}) {
        Body body = all[first];
        body.text += next;
        if (next == "(") {
          body.stuck = body.held;
          body.held = true;
        } else if (next == ")") {
          body.stuck = !body.held;
          body.held = false;
        }
        all.push_back(body);
      }
    }
  }
  std::vector<std::string> texts;
  for (const Body& body : all) {
    const std::string text = "[" + body.text + "]";
    const bool useful =
        !body.stuck && text.find("[]") == std::string::npos && text.find_first_of("rwRW") != std::string::npos;
    if (useful || !wanted.useful) texts.push_back(text);
  }
  return texts;
}

std::string swapped(std::string text) {
  for (char& c : text) {
    switch (c) {
      case 'r': c = 'R'; break;
      case 'w': c = 'W'; break;
      case 'R': c = 'r'; break;
      case 'W': c = 'w'; break;
      default: break;
    }
  }
  return text;
}

// Is this the model that stands for itself, its mirror image and its renamings?
bool isCanonical(const std::string& first, const std::string& second) {
  const auto self = std::pair(first, second);
  const std::string a = swapped(first);
  const std::string b = swapped(second);
  return self <= std::pair(second, first) && self <= std::pair(a, b) && self <= std::pair(b, a);
}

// The part of the models that a ctest process of its own runs.
class Exhaustive : public testing::TestWithParam<std::size_t> {
 protected:
  static constexpr std::size_t kParts = 4;

  void run(const Bodies& wanted) {
    const std::vector<std::string> texts = make(wanted);
    CompareOptions options;
    options.engines = {"product"};
    const esl::Question question = esl::everything();
    std::size_t models = 0;
    std::size_t mine = 0;
    std::size_t violations = 0;
    for (const std::string& first : texts) {
      for (const std::string& second : texts) {
        if (!isCanonical(first, second)) continue;
        if (models++ % kParts != GetParam()) continue;
        ++mine;
        const Comparison comparison = compare(moduleOf({first, second}), question, options);
        for (const Mismatch& mismatch : comparison.mismatches) {
          ADD_FAILURE() << first << "  with  " << second << ": " << mismatch.engine << " " << mismatch.scenario << ": "
                        << mismatch.what;
        }
        if (HasFailure()) return;
        violations += static_cast<std::size_t>(
            std::count(comparison.truth.begin(), comparison.truth.end(), solver::Verdict::Violation));
      }
    }
    EXPECT_GT(violations, mine / 20);
    RecordProperty("models", static_cast<int>(mine));
    std::printf("%zu of %zu models, %zu scenarios violated, %zu not\n", mine, models, violations,
                mine * 11 - violations);
  }
};

INSTANTIATE_TEST_SUITE_P(Part, Exhaustive, testing::Values(0, 1, 2, 3));

TEST_P(Exhaustive, AllBodiesOfUpToThreeStatements) { run({3, false}); }

TEST_P(Exhaustive, UsefulBodiesOfUpToFourStatements) { run({4, true}); }

}  // namespace
}  // namespace empire::test
