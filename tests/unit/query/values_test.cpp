#include "query/values.h"

#include <gtest/gtest.h>

#include "query/spelling.h"

namespace empire::query {
namespace {

const std::vector<std::string> kNames = {"stale-write", "unrepeatable-read", "intermediate-read", "lost-update"};

std::vector<int> scenarios(std::string_view text) {
  const Result<std::vector<int>> result = parseScenarios(text, kNames);
  return result ? *result : std::vector<int>{-1};
}

template <class T>
std::string messageOf(const Result<T>& result) {
  return result ? "no error" : result.error().front().message;
}

TEST(ParseScenarios, ReadsNumbersRangesNamesAndAll) {
  EXPECT_EQ(scenarios("3"), (std::vector<int>{3}));
  EXPECT_EQ(scenarios("4,1,1"), (std::vector<int>{1, 4}));
  EXPECT_EQ(scenarios("all"), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_EQ(scenarios("2-4"), (std::vector<int>{2, 3, 4}));
  EXPECT_EQ(scenarios("stale-write, 3"), (std::vector<int>{1, 3}));
}

TEST(ParseScenarios, RejectsEverythingElse) {
  for (const char* text : {"", "0", "5", "4-2", "1,", ",1", "1-9", "-1", "1.5", "999999999999999999999", "ALL"}) {
    EXPECT_EQ(scenarios(text), (std::vector<int>{-1})) << text;
  }
}

TEST(ParseScenarios, ErrorNamesTheAllowedValuesAndTheClosest) {
  const std::string message = messageOf(parseScenarios("lost-updat", kNames));
  EXPECT_NE(message.find("did you mean lost-update?"), std::string::npos) << message;
  EXPECT_NE(message.find("numbers 1 to 4"), std::string::npos) << message;
}

TEST(ParseNames, SplitsAtCommasThatAreNotEscaped) {
  EXPECT_EQ(*parseNames("--threads", "b,a,b"), (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(*parseNames("--threads", "f(a\\,b),c\\\\d"), (std::vector<std::string>{"f(a,b)", "c\\d"}));
  EXPECT_FALSE(parseNames("--threads", "a,,b"));
  EXPECT_FALSE(parseNames("--threads", ""));
}

TEST(ParseDuration, UnderstandsUnitsAndDecimals) {
  EXPECT_EQ(*parseDuration("60"), 60'000u);
  EXPECT_EQ(*parseDuration("2.5"), 2'500u);
  EXPECT_EQ(*parseDuration("500ms"), 500u);
  EXPECT_EQ(*parseDuration("2m"), 120'000u);
  EXPECT_EQ(*parseDuration("1h"), 3'600'000u);
  EXPECT_EQ(*parseDuration("0.0001"), 1u);
}

TEST(ParseDuration, RejectsWhatIsNoTime) {
  for (const char* text : {"", "0", "-1", "s", "1x", "1e9", "nan", "inf", "1.2.3", ".", "9999999999h"}) {
    EXPECT_FALSE(parseDuration(text)) << text;
  }
}

TEST(ParseBytes, UnderstandsSuffixes) {
  EXPECT_EQ(*parseBytes("1000"), 1000u);
  EXPECT_EQ(*parseBytes("512K"), 512u << 10);
  EXPECT_EQ(*parseBytes("1.5G"), 3ULL << 29);
  EXPECT_EQ(*parseBytes("2GiB"), 2ULL << 30);
  EXPECT_EQ(*parseBytes("7MB"), 7ULL << 20);
  for (const char* text : {"", "0", "K", "1iB", "1X", "-5", "2000000T"}) EXPECT_FALSE(parseBytes(text)) << text;
}

TEST(ParseCount, ChecksItsRange) {
  EXPECT_EQ(*parseCount("-j", "256", 1, 256), 256u);
  for (const char* text : {"0", "257", "", "two", "1.0", "-1"}) EXPECT_FALSE(parseCount("-j", text, 1, 256)) << text;
}

TEST(ParseChoice, ListsWhatIsAllowed) {
  const std::vector<std::string> engines = {"product", "reference"};
  EXPECT_EQ(*parseChoice("engine", "engines", "product", engines), "product");
  EXPECT_EQ(messageOf(parseChoice("engine", "engines", "prodcut", engines)),
            "there is no engine 'prodcut'; did you mean product?; engines are product, reference");
}

TEST(AllowedValues, GuessesAndLists) {
  const std::vector<std::string> words = {"check", "model"};
  EXPECT_EQ(allowedValues("chekc", "commands", words), "; did you mean check?; commands are check, model");
  EXPECT_EQ(allowedValues("banana", "commands", words), "; commands are check, model");
  EXPECT_EQ(allowedValues("x", "its threads", {}), "; its threads are none");
}

TEST(Listed, IsCutAfterTwenty) {
  const std::vector<std::string> many(25, "n");
  EXPECT_TRUE(listed(many).ends_with("n and 5 more"));
}

}  // namespace
}  // namespace empire::query
