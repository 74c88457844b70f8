#pragma once

#include <vector>

#include "program/program.h"
#include "reduction/graph.h"
#include "reduction/locations.h"

namespace empire::reduction {

/// Nodes that may run after the asked object was allocated: by function and node.
/// The flag `published` is set at those of them where a pointer may become reachable from other threads; other
/// processes than the allocating ones require it before they access the object.
/// Why the answer stays the same: a thread that did not allocate the object gets its address from shared memory or from
/// its own start, so a modelled publication came first. Setting the flag too early only lets more happen.
std::vector<std::vector<bool>> nodesAfterCreation(const program::Program& program, const Locations& locations);

/// Drops `require` and `set` of flags that are certainly set already, and `set` of flags that nobody requires. Starts
/// name processes by their position in `processes`; `main` is the first.
/// Why the answer stays the same: a statement that always passes and changes nothing is an empty one. A process knows
/// the flags that were set before each of its starts.
void dropKnownFlags(std::vector<GraphProcess>& processes, std::size_t flagCount);

}  // namespace empire::reduction
