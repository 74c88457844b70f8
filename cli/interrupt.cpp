#include "cli/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include "cli/exit_code.h"

namespace empire::cli {

namespace {

std::atomic<bool> cancelled{false};
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void onInterrupt(int) {
  interrupted.store(true, std::memory_order_relaxed);
  cancelled.store(true, std::memory_order_relaxed);
}

void onAbort(int) { ::_exit(static_cast<int>(ExitCode::Internal)); }

}  // namespace

std::atomic<bool>& cancelFlag() { return cancelled; }

bool wasInterrupted() { return interrupted.load(std::memory_order_relaxed); }

void installSignalHandlers() {
  struct sigaction action{};
  action.sa_handler = onInterrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  action.sa_handler = onAbort;
  ::sigaction(SIGABRT, &action, nullptr);
}

}  // namespace empire::cli
