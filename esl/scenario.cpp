#include "esl/scenario.h"

#include <array>

#include "support/check.h"

namespace empire::esl {

namespace {

constexpr std::array<ScenarioInfo, 11> kScenarios = {{
    {1, "stale-write", "R(l) W'(l) W(l)", "the value read is stale when written back", "1"},
    {2, "unrepeatable-read", "R(l) W'(l) R(l)", "two reads differ", "2"},
    {3, "intermediate-read", "W(l) R'(l) W(l)", "an intermediate state is seen", "3"},
    {4, "foreign-read-back", "W(l) W'(l) R(l)", "what was written is not what is read", "4"},
    {5, "lost-update", "W(l) W'(l) W(l)", "the other's write is lost", "5"},
    {6, "mixed-inside", "W(l1) W'(l1) W'(l2) W(l2) | W(l1) W'(l2) W'(l1) W(l2)", "memory is left mixed", "6, 7"},
    {7, "mixed-crossed", "W(l1) W'(l2) W(l2) W'(l1)", "memory is left mixed", "8"},
    {8, "torn-seen-inside", "W(l1) R'(l1) R'(l2) W(l2) | W(l1) R'(l2) R'(l1) W(l2)", "a torn state is seen", "9, 10"},
    {9, "torn-read-inside", "R(l1) W'(l1) W'(l2) R(l2) | R(l1) W'(l2) W'(l1) R(l2)", "a torn state is read", "11, 12"},
    {10, "torn-read-crossed", "R(l1) W'(l2) R(l2) W'(l1)", "a torn state is read", "13"},
    {11, "torn-seen-crossed", "W(l1) R'(l2) W(l2) R'(l1)", "a torn state is seen", "14"},
}};

// Reads one pattern: roles separated by blanks, up to the end or " | ".
Pattern readPattern(int scenario, std::string_view notation) {
  Pattern pattern;
  pattern.scenario = scenario;
  std::size_t at = 0;
  while (at < notation.size()) {
    Role role;
    EMPIRE_CHECK(notation[at] == 'R' || notation[at] == 'W', "a role begins with R or W");
    role.write = notation[at++] == 'W';
    if (notation[at] == '\'') {
      role.primed = true;
      ++at;
    }
    EMPIRE_CHECK(notation[at] == '(' && notation[at + 1] == 'l', "a role names a location");
    at += 2;
    if (notation[at] != ')') {
      pattern.twoLocations = true;
      role.second = notation[at++] == '2';
    }
    EMPIRE_CHECK(notation[at] == ')', "a role ends with a parenthesis");
    ++at;
    while (at < notation.size() && notation[at] == ' ') ++at;
    pattern.roles.push_back(role);
  }
  return pattern;
}

}  // namespace

std::string_view nameOf(Role role, bool twoLocations) {
  static constexpr std::string_view kOne[2][2] = {{"R(l)", "W(l)"}, {"R'(l)", "W'(l)"}};
  static constexpr std::string_view kTwo[2][2][2] = {{{"R(l1)", "R(l2)"}, {"W(l1)", "W(l2)"}},
                                                     {{"R'(l1)", "R'(l2)"}, {"W'(l1)", "W'(l2)"}}};
  return twoLocations ? kTwo[role.primed][role.write][role.second] : kOne[role.primed][role.write];
}

std::span<const ScenarioInfo> scenarios() { return kScenarios; }

std::vector<Pattern> patternsOf(int scenario) {
  EMPIRE_CHECK(scenario >= 1 && scenario <= static_cast<int>(kScenarios.size()), "no such scenario");
  std::string_view rest = kScenarios[static_cast<std::size_t>(scenario) - 1].accesses;
  std::vector<Pattern> patterns;
  while (true) {
    const std::size_t bar = rest.find(" | ");
    patterns.push_back(readPattern(scenario, rest.substr(0, bar)));
    if (bar == std::string_view::npos) return patterns;
    rest.remove_prefix(bar + 3);
  }
}

}  // namespace empire::esl
