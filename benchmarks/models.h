#pragma once

#include <cstdint>

#include "esl/module.h"

namespace empire::benchmarks {

/// T threads that call M methods on one object with three fields, under L locks.
///
/// main starts all threads. Each thread loops for ever and calls one of its methods 0 .. M-1 each time. Method i
/// takes its own lock, number i mod L, around one unit of work that reads and writes two of the three fields. The
/// pair of fields and the order of the accesses depend on i, so neighbouring methods differ.
///
/// A method's own lock does not protect it from methods with another one. In the safe variant
/// every method therefore takes lock 0, the guard, inside its own lock before it touches the fields (methods whose
/// own lock is 0 hold it already): no scenario can happen. In the buggy variant the last thread's last method whose
/// own lock is not 0 forgets the guard; with a single lock, the last method takes none at all.
struct ModelOptions {
  std::uint32_t threads = 2;
  std::uint32_t locks = 2;
  std::uint32_t methods = 4;
  bool buggy = false;
};

/// Requires: threads, locks and methods are at least 1.
esl::Module makeModel(const ModelOptions& options);

}  // namespace empire::benchmarks
