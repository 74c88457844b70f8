#include "query/spelling.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "support/spelling.h"

namespace empire::query {

namespace {

constexpr std::size_t kListed = 20;  // more names than this help nobody

}  // namespace

std::string guess(std::string_view word, std::span<const std::string> candidates) {
  const std::vector<std::string_view> views(candidates.begin(), candidates.end());
  const std::string_view found = closest(word, views);
  return found.empty() ? std::string() : "; did you mean " + std::string(found) + "?";
}

std::string listed(std::span<const std::string> names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kListed); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kListed) text += " and " + std::to_string(names.size() - kListed) + " more";
  return text;
}

std::string allowedValues(std::string_view word, std::string_view kind, std::span<const std::string> candidates) {
  return guess(word, candidates) + "; " + std::string(kind) +
         (candidates.empty() ? " are none" : " are " + listed(candidates));
}

}  // namespace empire::query
