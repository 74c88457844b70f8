#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/compare.h"
#include "tests/support/random_module.h"

namespace empire::test {

/// Counts what the random models were like, to show that the tests can notice something.
class Statistics {
 public:
  explicit Statistics(std::vector<std::string> engines) : engines_(std::move(engines)) {}

  /// `broken` says for each scenario that is safe whether it is violated without the synchronisation.
  void add(Profile profile, const std::vector<int>& scenarios, const Comparison& comparison,
           const std::vector<bool>& broken);
  std::string table() const;

 private:
  // Counts by verdict: violation, safe, unknown.
  using Verdicts = std::array<std::uint64_t, 3>;
  struct Row {
    std::uint64_t models = 0;
    std::uint64_t violating = 0;    // models with a violation of some scenario
    std::uint64_t interesting = 0;  // models with a scenario that is safe only by synchronisation
    std::uint64_t complete = 0;     // the interpreter saw all
    std::uint64_t racy = 0;
    std::uint64_t states = 0;
    std::uint64_t mostStates = 0;
    Verdicts verdicts{};
    std::uint64_t saved = 0;  // scenarios that are safe only by synchronisation
  };

  std::vector<std::string> engines_;
  std::array<Row, 8> profiles_{};
  std::array<Verdicts, 12> scenarios_{};  // by scenario number
  std::array<std::uint64_t, 12> saved_{};
  std::vector<Verdicts> answers_ = std::vector<Verdicts>(engines_.size());
};

}  // namespace empire::test
