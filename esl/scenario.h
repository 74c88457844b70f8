#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace empire::esl {

/// One access of a scenario: by the first unit or, primed, by the second; a read or a write; to l1
/// (or the only l), or to l2.
struct Role {
  bool primed = false;
  bool write = false;
  bool second = false;  // l2
  friend auto operator<=>(const Role&, const Role&) = default;
};

/// "R(l1)", "W'(l2)". With one location only: "R(l)".
std::string_view nameOf(Role role, bool twoLocations);

/// One order of accesses that makes a scenario. The first role is never primed.
struct Pattern {
  int scenario = 0;
  std::vector<Role> roles;
  bool twoLocations = false;
  friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// A row of the table of scenarios, in the words of docs/scenarios.md.
struct ScenarioInfo {
  int number;
  std::string_view name;      // "stale-write"
  std::string_view accesses;  // "R(l) W'(l) W(l)"; a second order after " | "
  std::string_view meaning;   // "the value read is stale when written back"
  std::string_view hammer;    // pattern numbers in Hammer et al. 2008
};

/// The eleven scenarios, in order; row i has number i + 1.
std::span<const ScenarioInfo> scenarios();

/// The patterns of one scenario, read from the notation of its row.
/// Requires: 1 <= scenario <= 11.
std::vector<Pattern> patternsOf(int scenario);

}  // namespace empire::esl
