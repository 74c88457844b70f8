#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace empire::cli {

/// Runs `job` on a thread of its own. When `limit` has passed, or when somebody else sets `cancelled`, the job is
/// asked to stop through `cancelled`; if it has not stopped a second later, it is left behind.
/// Returns: what the job returned, or nothing if it was left behind. Exceptions of the job are passed on.
/// Requires: everything `job` refers to lives as long as the process, or is owned by `job`.
template <class T>
std::optional<T> runWithin(std::chrono::milliseconds limit, std::atomic<bool>& cancelled, std::function<T()> job) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kGrace(1000);
  constexpr std::chrono::milliseconds kSlice(50);  // how soon an interruption is noticed
  auto promise = std::make_shared<std::promise<T>>();
  std::future<T> future = promise->get_future();
  std::thread worker([promise, job = std::move(job)] {
    try {
      promise->set_value(job());
    } catch (...) {
      promise->set_exception(std::current_exception());
    }
  });
  Clock::time_point end = Clock::now() + limit;
  bool asked = false;
  while (true) {
    const Clock::time_point now = Clock::now();
    if (!asked && (now >= end || cancelled.load(std::memory_order_relaxed))) {
      cancelled.store(true, std::memory_order_relaxed);
      asked = true;
      end = now + kGrace;
    }
    if (asked && now >= end) break;
    if (future.wait_until(std::min(end, now + kSlice)) == std::future_status::ready) {
      worker.join();
      return future.get();
    }
  }
  worker.detach();
  return std::nullopt;
}

}  // namespace empire::cli
