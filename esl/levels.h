#pragma once

#include <cstdint>
#include <vector>

#include "esl/flow.h"
#include "esl/module.h"

namespace empire::esl {

/// The statements (numbered as in Flow) that can execute while a counter they need is 0: unit-end and accesses need the
/// unit depth, unlock and wait the level of their lock. For each function that the entry calls and each need (unit-end,
/// access, each lock) at most one. Sorted.
/// Counts up to 8 levels that a function needs of its callers and 32 needs of one function; misses shortages beyond.
/// Requires: as flowOf; !flow.tooComplex; the process has an entry.
/// Cost: linear in the statements; the calls count up to 256 times.
std::vector<std::uint32_t> shortagesOf(const Process& process, const Flow& flow, Counters& scratch);

}  // namespace empire::esl
