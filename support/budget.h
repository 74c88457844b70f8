#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

namespace empire {

/// How much work a search may do. Steps and bytes are counted by the search itself, so equal budgets
/// give equal results; `cancelled` is for the wall clock and for Ctrl-C, which only the command line knows.
struct Budget {
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t steps = kUnlimited;              // work units: states expanded, rules applied
  std::uint64_t bytes = kUnlimited;              // memory held by the search's own tables
  const std::atomic<bool>* cancelled = nullptr;  // set from outside: stop at the next check

  bool isCancelled() const { return cancelled != nullptr && cancelled->load(std::memory_order_relaxed); }
};

/// Which part of a budget ran out.
enum class Exhausted { Nothing, Steps, Bytes, Cancelled };

/// One sentence for the user: why the search ended without an answer.
const char* describe(Exhausted what);

}  // namespace empire
