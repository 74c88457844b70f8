#pragma once

#include <string>
#include <vector>

#include "reduction/model.h"
#include "reduction/reduce.h"

namespace empire::reduction {

/// The processes of the finished model, and what they stand for.
struct Instances {
  ModuleGraph graph;
  std::vector<ThreadInfo> threads;  // by process
  std::vector<Note> repeated;       // starts that can run more than once
  std::vector<Note> joinsUnresolved;
  std::string cannotBeSafe;  // fewer instances than the answer needs
};

/// Turns threads into processes: one for a start that runs at most once; for any other two, and one more for each flag
/// that its code can set or claim, as far as `instances` allows. Joins become joins of processes.
/// Why the answer stays the same: a scenario takes place between two units of two threads; with two instances of a
/// start any two of its threads are shown. Further threads matter only by what they set or claim for others, which
/// needs one each. A start may also be that of a thread which is not shown. A join is shown only where the handle
/// certainly names one process: then the program waits for it, too. Where a loop starts a thread and always joins it by
/// the same handle before it comes back, each instance gets a copy of the way between, so that its join follows its
/// start.
Instances makeInstances(const Facts& facts, Model model);

}  // namespace empire::reduction
