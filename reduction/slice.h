#pragma once

#include <set>
#include <vector>

#include "program/program.h"
#include "reduction/locations.h"
#include "reduction/locks.h"
#include "reduction/units.h"

namespace empire::reduction {

/// How control can leave each function. A call with one successor lets exceptions of its callee pass.
struct Exits {
  std::vector<bool> returns;
  std::vector<bool> unwinds;
};
Exits findExits(const program::Program& program);

/// Functions that can run at all: from the initialisers, main, the finalisers, and through calls, starts and once.
std::vector<bool> reachableFunctions(const program::Program& program);

/// What of the program the model must show (paper, section 5.1).
///
/// Why the answer stays the same: a function outside `keep` makes no access, starts, joins, claims and publishes
/// nothing, in itself and in all it calls, and leaves every modelled lock as it found it at every moment: it releases
/// only what it took itself. So no execution of other processes depends on it except by waiting for locks that it holds
/// for a while; leaving that out only adds executions.
struct Slice {
  std::vector<bool> reachable;
  std::vector<bool> accesses;   // may reach an access to the atomic set
  std::vector<bool> ownAccess;  // makes one itself, or through library functions it calls: a unit of kind (c)
  std::vector<bool> allocates;  // may reach the allocation of the asked object
  std::vector<bool> keep;
  bool publication = false;        // the asked object is allocated while the program runs
  std::set<program::Place> locks;  // the exact locks that the functions of the slice may take
};
Slice findSlice(const program::Program& program, const Locations& locations, const LockTable& locks,
                const std::vector<bool>& reachable);

/// `node` is an access that may touch a location.
bool isModelledAccess(const program::Node& node, const Locations& locations);

/// A pointer may become reachable from other threads at `node`.
bool mayPublish(const program::Node& node);

/// `node` allocates the asked object, perhaps.
bool allocatesAsked(const program::Function& function, const program::Node& node, const Locations& locations);

}  // namespace empire::reduction
