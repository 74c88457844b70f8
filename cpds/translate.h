#pragma once

#include <string>
#include <string_view>

#include "cpds/system.h"
#include "esl/module.h"

namespace empire::cpds {

/// What an action says, beside who performs it. docs/cpds.md explains each.
enum class ActionKind {
  Read,
  Write,
  Update,  // accesses: (location)
  Begin,
  End,
  Split,  // units of work
  Is,
  Not,  // queries: is the process inside a unit? Performed by the unit process and a monitor
  Lock,
  Share,
  Relock,
  Reshare,
  Unlock,
  Release,  // locks: (lock)
  Start,
  Join,  // (process)
  Go,
  Done,  // the process itself begins and ends
  Set,
  Require,
  Claim,  // (flag)
};

/// "write" for Write, as in `p.write(x)`.
std::string_view nameOf(ActionKind kind);

/// The name of an action of the ESL process `process`: `p.beg`, or with an operand `p.lock(l)`. Parts are escaped,
/// so that different actions have different names.
std::string actionName(std::string_view process, ActionKind kind, std::string_view operand = {});

/// The communicating system that does what the module does (section 5.3 of the 2007 paper; the rules are in
/// docs/cpds.md): a process for each ESL process, for its unit of work and for its being started and ended; for
/// each lock; for the levels that a process holds of a shared lock; for each flag.
/// Every process accepts in every state. Every action of the system is in the rules of some process, and every
/// action but the queries is in the rules of the ESL process that performs it.
/// Requires: esl::validate(module) has no errors.
/// Cost: linear in the module, times processes for locks and flags.
System translate(const esl::Module& module);

}  // namespace empire::cpds
