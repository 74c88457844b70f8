#include "cli/progress.h"

#include <algorithm>
#include <cstdio>

#include "report/escape.h"

namespace empire::cli {

void Progress::endStage(Clock::time_point now) {
  if (stage_.empty()) return;
  auto row = std::find_if(seconds_.begin(), seconds_.end(), [&](const auto& r) { return r.first == stage_; });
  if (row == seconds_.end()) row = seconds_.insert(seconds_.end(), {stage_, 0.0});
  row->second += std::chrono::duration<double>(now - begin_).count();
}

void Progress::progress(std::string_view stage, std::uint64_t states) {
  const Clock::time_point now = Clock::now();
  if (stage != stage_) {
    endStage(now);
    stage_ = stage;
    begin_ = now;
  }
  if (!show_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  shown_ = true;
  std::fprintf(stderr, "\r\x1b[K%s: %llu states", report::printable(stage_).c_str(),
               static_cast<unsigned long long>(states));
  std::fflush(stderr);
}

void Progress::finish() {
  endStage(Clock::now());
  stage_.clear();
  if (shown_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
}

}  // namespace empire::cli
