#include "cli/deadline.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace empire::cli {
namespace {

using std::chrono::milliseconds;

TEST(Deadline, ReturnsWhatTheJobReturns) {
  std::atomic<bool> cancelled{false};
  EXPECT_EQ(runWithin<int>(milliseconds(60'000), cancelled, [] { return 7; }), 7);
  EXPECT_FALSE(cancelled);
}

TEST(Deadline, AsksTheJobToStop) {
  static std::atomic<bool> cancelled{false};
  const std::optional<int> result = runWithin<int>(milliseconds(20), cancelled, [] {
    while (!cancelled) std::this_thread::yield();
    return 8;
  });
  EXPECT_EQ(result, 8);
}

TEST(Deadline, LeavesAJobBehindThatDoesNotStop) {
  static std::atomic<bool> cancelled{false};
  auto release = std::make_shared<std::promise<void>>();
  auto left = std::make_shared<std::promise<void>>();
  std::future<void> gone = left->get_future();
  const std::optional<int> result = runWithin<int>(milliseconds(1), cancelled, [release, left] {
    release->get_future().wait();
    left->set_value();
    return 9;
  });
  EXPECT_FALSE(result.has_value());
  release->set_value();
  gone.wait();
}

TEST(Deadline, PassesExceptionsOn) {
  std::atomic<bool> cancelled{false};
  EXPECT_THROW(runWithin<int>(milliseconds(60'000), cancelled, []() -> int { throw std::runtime_error("no"); }),
               std::runtime_error);
}

}  // namespace
}  // namespace empire::cli
