#include "tests/differential/statistics.h"

#include <fmt/format.h>

#include <algorithm>

namespace empire::test {

void Statistics::add(Profile profile, const std::vector<int>& scenarios, const Comparison& comparison,
                     const std::vector<bool>& broken) {
  Row& row = profiles_[static_cast<std::size_t>(profile)];
  bool violating = false;
  bool interesting = false;
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    const auto verdict = static_cast<std::size_t>(comparison.truth[i]);
    const auto number = static_cast<std::size_t>(scenarios[i]);
    ++row.verdicts[verdict];
    ++scenarios_[number][verdict];
    row.saved += broken[i];
    saved_[number] += broken[i];
    violating = violating || comparison.truth[i] == solver::Verdict::Violation;
    interesting = interesting || broken[i];
  }
  ++row.models;
  row.violating += violating;
  row.interesting += interesting;
  row.complete += comparison.complete;
  row.racy += comparison.races > 0;
  row.states += comparison.states;
  row.mostStates = std::max(row.mostStates, comparison.states);
  for (std::size_t e = 0; e < engines_.size(); ++e) {
    for (solver::Verdict verdict : comparison.answers[e]) ++answers_[e][static_cast<std::size_t>(verdict)];
  }
}

std::string Statistics::table() const {
  const auto percent = [](std::uint64_t part, std::uint64_t all) {
    return all == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
  };
  std::string out = "models, by profile (percent of models)          scenarios asked (percent)\n";
  out += fmt::format("{:<10} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7} | {:>6} {:>6} {:>6} {:>6}\n", "profile",
                     "models", "viol.", "saved", "racy", "compl.", "states", "most", "viol.", "safe", "unkn.", "saved");
  for (std::size_t p = 0; p < profiles_.size(); ++p) {
    const Row& row = profiles_[p];
    if (row.models == 0) continue;
    const std::uint64_t asked = row.verdicts[0] + row.verdicts[1] + row.verdicts[2];
    out += fmt::format(
        "{:<10} {:>6} {:>6.1f} {:>6.1f} {:>6.1f} {:>6.1f} {:>7} {:>7} | {:>6.1f} {:>6.1f} {:>6.1f} {:>6.1f}\n",
        nameOf(static_cast<Profile>(p)), row.models, percent(row.violating, row.models),
        percent(row.interesting, row.models), percent(row.racy, row.models), percent(row.complete, row.models),
        row.states / row.models, row.mostStates, percent(row.verdicts[0], asked), percent(row.verdicts[1], asked),
        percent(row.verdicts[2], asked), percent(row.saved, asked));
  }
  out += fmt::format("\n{:<10} {:>8} {:>8} {:>8} {:>8}\n", "scenario", "viol.", "safe", "unknown", "saved");
  for (std::size_t s = 1; s < scenarios_.size(); ++s) {
    out += fmt::format("{:<10} {:>8} {:>8} {:>8} {:>8}\n", s, scenarios_[s][0], scenarios_[s][1], scenarios_[s][2],
                       saved_[s]);
  }
  for (std::size_t e = 0; e < engines_.size(); ++e) {
    out += fmt::format("engine {}: {} violations, {} safe, {} unknown\n", engines_[e], answers_[e][0], answers_[e][1],
                       answers_[e][2]);
  }
  out += "saved: safe, but violated without locks, join, require and claim\n";
  return out;
}

}  // namespace empire::test
