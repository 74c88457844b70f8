#include "report/escape.h"

#include <cstdint>

namespace empire::report {

namespace {

struct Decoded {
  std::uint32_t codePoint = 0;
  std::size_t length = 0;  // 0: not UTF-8
};

// The character at the front of `text`. Rejects overlong forms, surrogates and what is above U+10FFFF.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  std::size_t length = 0;
  std::uint32_t codePoint = 0;
  std::uint32_t least = 0;
  if ((byte(0) & 0xe0) == 0xc0) {
    length = 2, codePoint = byte(0) & 0x1fu, least = 0x80;
  } else if ((byte(0) & 0xf0) == 0xe0) {
    length = 3, codePoint = byte(0) & 0x0fu, least = 0x800;
  } else if ((byte(0) & 0xf8) == 0xf0) {
    length = 4, codePoint = byte(0) & 0x07u, least = 0x10000;
  }
  if (length == 0 || text.size() < length) return {};
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    codePoint = codePoint << 6 | (byte(i) & 0x3fu);
  }
  if (codePoint < least || codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return {};
  return {codePoint, length};
}

bool isHarmless(std::uint32_t c) {
  if (c < 0x20 || (c >= 0x7f && c < 0xa0)) return false;       // control characters
  if (c == 0x61c || c == 0x200e || c == 0x200f) return false;  // marks of direction
  if (c >= 0x2028 && c <= 0x202e) return false;                // line separators, embeddings, overrides
  return !(c >= 0x2066 && c <= 0x2069) && c != 0xfeff && !(c >= 0x200b && c <= 0x200d);  // isolates, invisible
}

}  // namespace

std::string printable(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  while (!text.empty()) {
    const Decoded next = decode(text);
    const std::size_t length = next.length == 0 ? 1 : next.length;
    if (next.length != 0 && isHarmless(next.codePoint)) {
      out += text.substr(0, length);
    } else {
      for (const char c : text.substr(0, length)) {
        const auto byte = static_cast<unsigned char>(c);
        out += "\\x";
        out += kHex[byte >> 4];
        out += kHex[byte & 15];
      }
    }
    text.remove_prefix(length);
  }
  return out;
}

std::size_t columnsOf(std::string_view printableText) {
  std::size_t columns = 0;
  for (const char c : printableText) columns += (static_cast<unsigned char>(c) & 0xc0) == 0x80 ? 0 : 1;
  return columns;
}

std::string clipped(std::string_view printableText, std::size_t columns) {
  if (columnsOf(printableText) <= columns) return std::string(printableText);
  std::size_t end = 0;
  for (std::size_t seen = 0; end < printableText.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(printableText[end]) & 0xc0) != 0x80;
    if (begins && seen++ == columns - 3) break;
  }
  return std::string(printableText.substr(0, end)) + "...";
}

}  // namespace empire::report
