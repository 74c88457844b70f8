#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "program/program.h"
#include "reduction/reduce.h"

namespace empire::reduction {

/// What is known about one mutex (or whatever is locked at a place).
struct LockFacts {
  std::string name;
  SourceLoc declared;
  bool exact = false;
  std::string whyNot;
  bool shared = false;     // some operation uses the reader's mode
  bool reentrant = false;  // some operation says that its kind can be taken again
};

using LockTable = std::map<program::Place, LockFacts>;

/// Every place that a reachable operation locks, unlocks or waits on. A lock is exact if it denotes at most one mutex:
/// its object is exact or the asked one, not folded, of one thread only, and the offset is known.
/// Why the answer stays the same: only exact locks become ESL locks. One that stands for several mutexes would
/// exclude threads that the program lets run together, so it excludes nobody and is listed.
LockTable findLocks(const program::Program& program, const std::vector<bool>& reachable);

/// The exact locks whose levels a function may change for its caller, for every function: it releases (or waits on) a
/// lock that it did not take itself, or returns with a lock taken. Whoever calls such a function is one, too.
std::vector<std::set<program::Place>> unbalancedLocks(const program::Program& program, const LockTable& locks);

}  // namespace empire::reduction
