#include "cpds/name.h"

#include <algorithm>

#include "support/lexer.h"

namespace empire::cpds {

namespace {

constexpr std::string_view kSigns = "(),:%";

bool isNumber(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The lexer splits at signs; what is between two of them must be a word or a number for it.
bool isBare(std::string_view name) {
  if (name == "any") return false;
  for (bool first = true;; first = false) {
    const std::size_t sign = name.find_first_of(kSigns);
    const std::string_view piece = name.substr(0, sign);
    const bool fits = isPlainName(piece) || (!first && (piece.empty() || isNumber(piece)));
    if (!fits) return false;
    if (sign == std::string_view::npos) return true;
    name.remove_prefix(sign + 1);
  }
}

}  // namespace

std::string spell(std::string_view name) { return isBare(name) ? std::string(name) : quotedAlways(name); }

std::string escaped(std::string_view name) {
  std::string result;
  for (char c : name) {
    switch (c) {
      case '%': result += "%25"; break;
      case '(': result += "%28"; break;
      case ')': result += "%29"; break;
      case ',': result += "%2C"; break;
      default: result += c;
    }
  }
  return result;
}

}  // namespace empire::cpds
