#include "support/spelling.h"

#include <algorithm>
#include <array>

namespace empire {

namespace {

constexpr std::size_t kLongest = 64;
constexpr std::size_t kMostCandidates = 10'000;

// Edit distance with swaps of neighbours (optimal string alignment). Requires: both at most kLongest long.
std::size_t distance(std::string_view a, std::string_view b) {
  std::array<std::array<std::size_t, kLongest + 1>, 3> rows{};
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    const auto& aboveThat = rows[(i + 1) % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], aboveThat[j - 2] + 1);
    }
  }
  return rows[a.size() % 3][b.size()];
}

}  // namespace

std::string_view closest(std::string_view name, std::span<const std::string_view> candidates) {
  std::string_view best;
  if (name.size() > kLongest) return best;
  std::size_t bestDistance = kLongest;
  for (std::string_view candidate : candidates.first(std::min(candidates.size(), kMostCandidates))) {
    if (candidate.size() > kLongest) continue;
    const std::size_t longer = std::max(name.size(), candidate.size());
    const std::size_t limit = longer < 2 ? 0 : std::clamp<std::size_t>(longer / 3, 1, 3);
    if (longer - std::min(name.size(), candidate.size()) > limit) continue;
    const std::size_t d = distance(name, candidate);
    if (d > limit || d >= bestDistance) continue;
    best = candidate;
    bestDistance = d;
  }
  return best;
}

}  // namespace empire
