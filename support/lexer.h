#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace empire {

enum class TokenKind : std::uint8_t {
  Word,     // letters, digits, `_` `.` `$`, and `-` between two of these: x, ns.Class, unit-begin
  String,   // "quoted"; text is what stands between the quotes, escapes as written
  Number,   // digits
  Punct,    // one printable ASCII character, or `->`
  Newline,  // the end of a line, or `;`
  End,      // the end of the text; next() returns it again and again
  Error,    // text is the message, valid until the next call of next()
};

/// Lines and columns count from 1, columns in bytes.
struct Token {
  TokenKind kind = TokenKind::End;
  bool escaped = false;  // String: there is a backslash in it
  std::string_view text;
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  bool is(TokenKind wanted, std::string_view wantedText) const { return kind == wanted && text == wantedText; }
  bool isPunct(std::string_view wanted) const { return is(TokenKind::Punct, wanted); }
  bool isWord(std::string_view wanted) const { return is(TokenKind::Word, wanted); }
};

/// Splits the text forms (ESL, CPDS) into tokens. Blanks separate; `#` begins a comment up to the end
/// of the line. A string must end on its line. Bytes above 127 may stand in strings and comments only.
/// After an Error token the lexer goes on behind the fault.
/// Requires: the text outlives the lexer and its tokens, and is shorter than 4 GiB.
/// Cost: linear in the text over all calls; no memory but one message.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}
  Token next();
  /// The byte at which the next call of next() goes on.
  std::size_t offset() const { return at_; }

 private:
  void skipBlanksAndComment();
  Token finish(TokenKind kind, std::size_t begin, std::size_t end);
  Token word(std::size_t begin);
  Token number(std::size_t begin);
  Token string(std::size_t begin);
  Token strayByte(std::size_t begin);
  /// An error at `begin`; the lexer goes on at `resume`.
  Token error(std::size_t begin, std::size_t resume, std::string message);
  std::size_t endOfWord(std::size_t from) const;

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t lineStart_ = 0;
  std::uint32_t line_ = 1;
  std::string message_;
};

/// The value of a String token's text: `\"` `\\` `\n` `\t` `\xHH` replaced by what they mean.
/// Requires: `raw` is the text of a String token.
std::string unescape(std::string_view raw);

/// The value of a Number token's text, or nothing if it is above `max`.
std::optional<std::uint64_t> numberOf(std::string_view digits, std::uint64_t max);

/// The token as a message shows it: "`goto`", "the string \"a\"", "the end of the line". Long ones are cut.
std::string describe(const Token& token);

/// Letters, digits, `_` `.` `$`, not empty and not beginning with a digit: can be written without quotes.
bool isPlainName(std::string_view name);

/// `text` in quotes, escaped so that the lexer reads it back as one String token.
std::string quotedAlways(std::string_view text);

/// `name` as it is if it is plain and not one of `keywords` (sorted), else in quotes.
std::string quoted(std::string_view name, std::span<const std::string_view> keywords);

}  // namespace empire
