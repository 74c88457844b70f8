#pragma once

#include <vector>

#include "esl/module.h"
#include "reduction/graph.h"

namespace empire::reduction {

/// Makes an empty statement of every `unlock` and `wait` of a lock that its process cannot hold there, unless another
/// alternative of the same operation can be held.
/// Returns: the positions of operations that became empty, sorted.
/// Why the answer stays the same: in ESL such a statement is a dead end, in the program it is not: the lock was taken
/// in code that is not seen, or by another thread. Going on keeps every execution; the caller must not say `safe`.
std::vector<SourceLoc> dropUnheldReleases(GraphProcess& process, std::size_t lockCount);

}  // namespace empire::reduction
