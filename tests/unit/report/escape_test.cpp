#include "report/escape.h"

#include <gtest/gtest.h>

#include "report/words.h"

namespace empire::report {
namespace {

TEST(Printable, ShowsWhatCouldSteerATerminal) {
  EXPECT_EQ(printable("a b\xc3\xa9"), "a b\xc3\xa9");
  EXPECT_EQ(printable("\x1b[31m\n\x7f"), "\\x1b[31m\\x0a\\x7f");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b") << "the control character CSI";
  EXPECT_EQ(printable("\xe2\x80\xae"), "\\xe2\\x80\\xae") << "right-to-left override";
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3") << "not UTF-8";
  EXPECT_EQ(printable("\xc0\x8a"), "\\xc0\\x8a") << "an overlong newline";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
}

TEST(Columns, CountCharactersNotBytes) {
  EXPECT_EQ(columnsOf("\xc3\xa9t\xc3\xa9"), 3u);
  EXPECT_EQ(clipped("\xc3\xa9t\xc3\xa9", 3), "\xc3\xa9t\xc3\xa9");
  EXPECT_EQ(clipped("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 4), "\xc3\xa9...");
}

TEST(Words, RangesAreShort) {
  EXPECT_EQ(ranges({1, 2, 3, 4, 5, 9, 11}), "1-5, 9, 11");
  EXPECT_EQ(ranges({1, 2}), "1, 2");
  EXPECT_EQ(ranges({}), "");
}

TEST(Words, WrappedLinesFitIntoEightyColumns) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "word ";
  std::size_t start = 0;
  const std::string lines = wrapped(text, 4);
  while (start < lines.size()) {
    const std::size_t end = lines.find('\n', start);
    EXPECT_LE(end - start, 80u);
    EXPECT_EQ(lines.substr(start, 4), "    ");
    start = end + 1;
  }
}

TEST(Words, SentencesNameThreadsAndLocations) {
  for (int scenario = 1; scenario <= 11; ++scenario) {
    const std::string text = whatGoesWrong(scenario, "ANN", "BOB", "XX", "YY");
    EXPECT_NE(text.find("ANN"), std::string::npos) << text;
    EXPECT_NE(text.find("BOB"), std::string::npos) << text;
    EXPECT_NE(text.find("XX"), std::string::npos) << text;
    EXPECT_EQ(text.find("YY") != std::string::npos, scenario >= 6) << text;
    EXPECT_EQ(text.find('$'), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace empire::report
