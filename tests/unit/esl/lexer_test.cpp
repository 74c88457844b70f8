#include "support/lexer.h"

#include <gtest/gtest.h>

#include <array>

namespace empire {
namespace {

// Each token as KIND(text)@line:column, with blanks between.
std::string tokens(std::string_view text) {
  constexpr std::array<std::string_view, 7> kKinds = {"word", "string", "number", "punct", "newline", "end", "error"};
  Lexer lexer(text);
  std::string result;
  while (true) {
    const Token token = lexer.next();
    result += kKinds[static_cast<std::size_t>(token.kind)];
    if (token.kind != TokenKind::Newline && token.kind != TokenKind::End) result += "(" + std::string(token.text) + ")";
    result += "@" + std::to_string(token.line) + ":" + std::to_string(token.column);
    if (token.kind == TokenKind::End) return result;
    result += " ";
  }
}

TEST(Lexer, SplitsIntoTokensWithPositions) {
  struct Row {
    std::string_view text, expected;
  };
  const Row rows[] = {
      {"", "end@1:1"},
      {"lock m", "word(lock)@1:1 word(m)@1:6 end@1:7"},
      {"a;b\n\tc", "word(a)@1:1 newline@1:2 word(b)@1:3 newline@1:4 word(c)@2:2 end@2:3"},
      {"a # b ; \"\n# c", "word(a)@1:1 newline@1:10 end@2:4"},
      {"a\r\nb\r\n", "word(a)@1:1 newline@1:3 word(b)@2:1 newline@2:3 end@3:1"},
      {"unit-begin", "word(unit-begin)@1:1 end@1:11"},
      {"a->b", "word(a)@1:1 punct(->)@1:2 word(b)@1:4 end@1:5"},
      {"a-->b", "word(a)@1:1 punct(-)@1:2 punct(->)@1:3 word(b)@1:5 end@1:6"},
      {"a- b", "word(a)@1:1 punct(-)@1:2 word(b)@1:4 end@1:5"},
      {"-b", "punct(-)@1:1 word(b)@1:2 end@1:3"},
      {"_x.$9", "word(_x.$9)@1:1 end@1:6"},
      {"12:034", "number(12)@1:1 punct(:)@1:3 number(034)@1:4 end@1:7"},
      {"{},@<", "punct({)@1:1 punct(})@1:2 punct(,)@1:3 punct(@)@1:4 punct(<)@1:5 end@1:6"},
      {R"("a b"x)", "string(a b)@1:1 word(x)@1:6 end@1:7"},
      {R"("\"\\\n\t\x4f")", R"(string(\"\\\n\t\x4f)@1:1 end@1:15)"},
      {"\"\"", "string()@1:1 end@1:3"},
      {"\"\xc3\xa4\"", "string(\xc3\xa4)@1:1 end@1:5"},
      {"# \xc3\xa4\nx", "newline@1:5 word(x)@2:1 end@2:2"},
  };
  for (const Row& row : rows) EXPECT_EQ(tokens(row.text), row.expected) << row.text;
}

TEST(Lexer, ReportsFaultsAndGoesOnBehindThem) {
  struct Row {
    std::string_view text, expected;
  };
  using namespace std::string_view_literals;
  const Row rows[] = {
      {"x \"ab\ny",
       "word(x)@1:1 error(the string does not end on its line: add `\"`, and write a line break as `\\n`)@1:3 "
       "newline@1:6 word(y)@2:1 end@2:2"},
      {"\"", "error(the string does not end on its line: add `\"`, and write a line break as `\\n`)@1:1 end@1:2"},
      {"\"a\r\n",
       "error(the string does not end on its line: add `\"`, and write a line break as `\\n`)@1:1 newline@1:4 end@2:1"},
      {R"("a\q" b)", R"(error(unknown escape in a string: write one of `\"` `\\` `\n` `\t` `\xHH`)@1:3 end@1:8)"},
      {R"("\x4g")", R"(error(unknown escape in a string: write one of `\"` `\\` `\n` `\t` `\xHH`)@1:2 end@1:7)"},
      {"\"\\", R"(error(unknown escape in a string: write one of `\"` `\\` `\n` `\t` `\xHH`)@1:2 end@1:3)"},
      {"\"\\\n",
       R"(error(unknown escape in a string: write one of `\"` `\\` `\n` `\t` `\xHH`)@1:2 newline@1:3 end@2:1)"},
      {"\"\x01\"", "error(a control character in a string: write it as `\\x01`)@1:2 end@1:4"},
      {"a\0\0b"sv, "word(a)@1:1 error(the byte 0x00 is a control character: remove it)@1:2 word(b)@1:4 end@1:5"},
      {"\xc3\xa4 b", "error(the byte 0xC3 is not ASCII: write such names in quotes)@1:1 word(b)@1:4 end@1:5"},
      {"12ab c",
       "error(a number is followed by letters: write a name that begins with a digit in quotes)@1:1 word(c)@1:6 "
       "end@1:7"},
  };
  for (const Row& row : rows) EXPECT_EQ(tokens(row.text), row.expected) << row.text;
}

TEST(Lexer, EndComesAgainAndAgain) {
  Lexer lexer("a");
  EXPECT_EQ(lexer.next().kind, TokenKind::Word);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(lexer.next().kind, TokenKind::End);
}

TEST(Lexer, QuotesWhatIsNotAPlainName) {
  constexpr std::array<std::string_view, 2> kWords = {"goto", "skip"};
  using namespace std::string_view_literals;
  EXPECT_EQ(quoted("x_1.$y", kWords), "x_1.$y");
  EXPECT_EQ(quoted("skip", kWords), "\"skip\"");
  EXPECT_EQ(quoted("", kWords), "\"\"");
  EXPECT_EQ(quoted("1x", kWords), "\"1x\"");
  EXPECT_EQ(quoted("a-b", kWords), "\"a-b\"");
  EXPECT_EQ(quoted("a b\n\t\"\\\0\x7f"sv, kWords), R"("a b\n\t\"\\\x00\x7F")");
}

TEST(Lexer, EveryByteStringSurvivesQuoting) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  for (const std::string& value : {all, std::string("x\\x41"), std::string("\\"), std::string("\"\"")}) {
    const std::string text = quotedAlways(value);
    Lexer lexer(text);
    const Token token = lexer.next();
    ASSERT_EQ(token.kind, TokenKind::String) << text;
    EXPECT_EQ(unescape(token.text), value);
    EXPECT_EQ(lexer.next().kind, TokenKind::End);
  }
}

TEST(Lexer, NumbersAreBounded) {
  EXPECT_EQ(numberOf("4294967295", UINT32_MAX), 4294967295u);
  EXPECT_EQ(numberOf("4294967296", UINT32_MAX), std::nullopt);
  EXPECT_EQ(numberOf("18446744073709551615", UINT64_MAX), UINT64_MAX);
  EXPECT_EQ(numberOf("18446744073709551616", UINT64_MAX), std::nullopt);
  EXPECT_EQ(numberOf("9", 5), std::nullopt);
  EXPECT_EQ(numberOf("0007", 7), 7u);
  EXPECT_EQ(numberOf(std::string(100, '9'), UINT64_MAX), std::nullopt);
}

TEST(Lexer, DescribesTokensForMessages) {
  const auto first = [](std::string_view text) { return describe(Lexer(text).next()); };
  EXPECT_EQ(first("goto"), "`goto`");
  EXPECT_EQ(first("}"), "`}`");
  EXPECT_EQ(first("\"a b\""), "the string \"a b\"");
  EXPECT_EQ(first("7"), "the number 7");
  EXPECT_EQ(first("\n"), "the end of the line");
  EXPECT_EQ(first(";"), "`;`");
  EXPECT_EQ(first(""), "the end of the file");
  EXPECT_EQ(first(std::string(50, 'a')), "`" + std::string(40, 'a') + "...`");
}

}  // namespace
}  // namespace empire
