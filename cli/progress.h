#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "solver/engine.h"

namespace empire::cli {

/// Notes how long each stage took and, on a terminal, shows how far the search is.
/// Threads: used by one thread at a time.
class Progress : public solver::Observer {
 public:
  explicit Progress(bool show) : show_(show) {}
  void progress(std::string_view stage, std::uint64_t states) override;

  /// Ends the last stage and clears the line.
  void finish();
  /// Stages in the order of their first appearance, with the seconds spent in each.
  const std::vector<std::pair<std::string, double>>& seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;
  void endStage(Clock::time_point now);

  bool show_;
  bool shown_ = false;
  std::string stage_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = begin_ + std::chrono::milliseconds(300);  // when to show the next line
  std::vector<std::pair<std::string, double>> seconds_;
};

}  // namespace empire::cli
