#include "support/lexer.h"

#include <algorithm>
#include <utility>

namespace empire {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '.' || c == '$';
}
bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }
bool isBeyondAscii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

int hexValue(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string hex(char c) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  return {kDigits[byte >> 4], kDigits[byte & 15]};
}

// Length of the escape sequence that begins at text[at] with a backslash, or 0 if it is none.
std::size_t escapeLength(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size()) return 0;
  switch (text[at + 1]) {
    case '"':
    case '\\':
    case 'n':
    case 't': return 2;
    case 'x': return at + 3 < text.size() && hexValue(text[at + 2]) >= 0 && hexValue(text[at + 3]) >= 0 ? 4 : 0;
    default: return 0;
  }
}

}  // namespace

Token Lexer::next() {
  skipBlanksAndComment();
  const std::size_t begin = at_;
  if (begin == text_.size()) return finish(TokenKind::End, begin, begin);
  const char c = text_[begin];
  if (c == '\n') {
    const Token token = finish(TokenKind::Newline, begin, begin + 1);
    ++line_;
    lineStart_ = at_;
    return token;
  }
  if (c == ';') return finish(TokenKind::Newline, begin, begin + 1);
  if (isDigit(c)) return number(begin);
  if (isWordChar(c)) return word(begin);
  if (c == '"') return string(begin);
  if (isControl(c) || isBeyondAscii(c)) return strayByte(begin);
  const bool arrow = c == '-' && begin + 1 < text_.size() && text_[begin + 1] == '>';
  return finish(TokenKind::Punct, begin, begin + (arrow ? 2 : 1));
}

void Lexer::skipBlanksAndComment() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
  if (at_ < text_.size() && text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size());
}

Token Lexer::finish(TokenKind kind, std::size_t begin, std::size_t end) {
  Token token;
  token.kind = kind;
  token.text = text_.substr(begin, end - begin);
  token.line = line_;
  token.column = static_cast<std::uint32_t>(begin - lineStart_ + 1);
  at_ = end;
  return token;
}

Token Lexer::error(std::size_t begin, std::size_t resume, std::string message) {
  message_ = std::move(message);
  Token token = finish(TokenKind::Error, begin, resume);
  token.text = message_;
  return token;
}

// A `-` belongs to a word only if a word character follows, so `a->b` is three tokens.
std::size_t Lexer::endOfWord(std::size_t from) const {
  std::size_t end = from;
  while (end < text_.size()) {
    if (isWordChar(text_[end])) {
      ++end;
    } else if (text_[end] == '-' && end + 1 < text_.size() && isWordChar(text_[end + 1])) {
      end += 2;
    } else {
      break;
    }
  }
  return end;
}

Token Lexer::word(std::size_t begin) { return finish(TokenKind::Word, begin, endOfWord(begin)); }

Token Lexer::number(std::size_t begin) {
  std::size_t end = begin;
  while (end < text_.size() && isDigit(text_[end])) ++end;
  if (end == text_.size() || !isWordChar(text_[end])) return finish(TokenKind::Number, begin, end);
  return error(begin, endOfWord(begin),
               "a number is followed by letters: write a name that begins with a digit in quotes");
}

// The end of the line is looked for only after a fault, which skips to it: a line of many strings costs linear time.
Token Lexer::string(std::size_t begin) {
  const auto lineEnd = [&](std::size_t from) { return std::min(text_.find('\n', from), text_.size()); };
  bool escaped = false;
  std::size_t at = begin + 1;
  while (at < text_.size() && text_[at] != '"' && text_[at] != '\n') {
    const char c = text_[at];
    if (c == '\\') {
      const std::size_t length = escapeLength(text_, at);
      if (length == 0) {
        return error(at, lineEnd(at), "unknown escape in a string: write one of `\\\"` `\\\\` `\\n` `\\t` `\\xHH`");
      }
      escaped = true;
      at += length;
    } else if (c == '\r' && (at + 1 == text_.size() || text_[at + 1] == '\n')) {
      break;
    } else if (isControl(c) && c != '\t') {
      return error(at, lineEnd(at), "a control character in a string: write it as `\\x" + hex(c) + "`");
    } else {
      ++at;
    }
  }
  if (at == text_.size() || text_[at] != '"') {
    return error(begin, lineEnd(at), "the string does not end on its line: add `\"`, and write a line break as `\\n`");
  }
  Token token = finish(TokenKind::String, begin, at + 1);
  token.text = text_.substr(begin + 1, at - begin - 1);
  token.escaped = escaped;
  return token;
}

// Reports a run of such bytes once.
Token Lexer::strayByte(std::size_t begin) {
  const bool beyondAscii = isBeyondAscii(text_[begin]);
  std::size_t end = begin + 1;
  while (end < text_.size() && (beyondAscii ? isBeyondAscii(text_[end]) : text_[end] == text_[begin])) ++end;
  const std::string byte = "the byte 0x" + hex(text_[begin]);
  if (beyondAscii) return error(begin, end, byte + " is not ASCII: write such names in quotes");
  return error(begin, end, byte + " is a control character: remove it");
}

std::string unescape(std::string_view raw) {
  std::string value;
  value.reserve(raw.size());
  for (std::size_t at = 0; at < raw.size(); ++at) {
    if (raw[at] != '\\') {
      value += raw[at];
      continue;
    }
    switch (raw[++at]) {
      case 'n': value += '\n'; break;
      case 't': value += '\t'; break;
      case 'x':
        value += static_cast<char>(hexValue(raw[at + 1]) * 16 + hexValue(raw[at + 2]));
        at += 2;
        break;
      default: value += raw[at]; break;
    }
  }
  return value;
}

std::optional<std::uint64_t> numberOf(std::string_view digits, std::uint64_t max) {
  std::uint64_t value = 0;
  for (char c : digits) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (digit > max || value > (max - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

std::string describe(const Token& token) {
  constexpr std::size_t kShown = 40;
  const std::string shown = std::string(token.text.substr(0, kShown)) + (token.text.size() > kShown ? "..." : "");
  switch (token.kind) {
    case TokenKind::Word:
    case TokenKind::Punct: return "`" + shown + "`";
    case TokenKind::String: return "the string \"" + shown + "\"";
    case TokenKind::Number: return "the number " + shown;
    case TokenKind::Newline: return token.text == ";" ? "`;`" : "the end of the line";
    case TokenKind::End: return "the end of the file";
    case TokenKind::Error: return "an error";
  }
  return "";
}

bool isPlainName(std::string_view name) {
  return !name.empty() && !isDigit(name[0]) && std::all_of(name.begin(), name.end(), isWordChar);
}

std::string quotedAlways(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    switch (c) {
      case '"': result += "\\\""; break;
      case '\\': result += "\\\\"; break;
      case '\n': result += "\\n"; break;
      case '\t': result += "\\t"; break;
      default:
        if (isControl(c)) {
          result += "\\x" + hex(c);
        } else {
          result += c;
        }
    }
  }
  result += '"';
  return result;
}

std::string quoted(std::string_view name, std::span<const std::string_view> keywords) {
  const bool keyword = std::binary_search(keywords.begin(), keywords.end(), name);
  return isPlainName(name) && !keyword ? std::string(name) : quotedAlways(name);
}

}  // namespace empire
