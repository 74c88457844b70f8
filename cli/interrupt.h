#pragma once

#include <atomic>

namespace empire::cli {

/// The flag that budgets point to: set by the time limit and by Ctrl-C. A signal handler can reach nothing but
/// a global, so this is one.
std::atomic<bool>& cancelFlag();

/// Whether Ctrl-C or a termination signal came.
bool wasInterrupted();

/// From now on the first Ctrl-C ends the search cleanly, and the second one the process.
/// A failed check of ours (abort) ends the process with the exit code of an internal error.
void installSignalHandlers();

}  // namespace empire::cli
