#pragma once

#include <vector>

#include "esl/module.h"
#include "reduction/graph.h"

namespace empire::reduction {

/// A smaller module with the same answer to every question about locations, by these steps, until none applies:
///
/// - `tidy` (graph.h): unreachable code, empty statements, equal branches.
/// - Calls of functions without events become empty statements, or dead ends if the function does not come back.
///   Such a function does nothing that another process or a later statement could notice.
/// - Locks that at most one process takes become empty statements, where that process never takes it while holding it
///   and never releases it while not: then the lock never blocked and never ended a branch.
/// - Processes that make no access, start no kept process, set no flag that is required and are not joined by a kept
/// one are
///   dropped. Every execution without their steps was one before: they can always stand still. And without them no
///   other process is blocked more.
/// - Functions that are not called, locks and flags that are not used are dropped. Locations stay.
///
/// Positions and texts of the remaining statements are unchanged.
/// Requires: the module is valid.
esl::Module simplify(const esl::Module& module);

/// The same; `processes` tells for each process of the result its number in the argument.
esl::Module simplify(const esl::Module& module, std::vector<esl::ProcessId>& processes);

}  // namespace empire::reduction
