#pragma once

#include <string>
#include <string_view>

#include "cpds/system.h"
#include "support/result.h"

namespace empire::cpds {

/// The canonical text form (docs/cpds.md). Names are declared in the order of their ids, so that ids survive:
/// parse(print(s)) == s for every system.
std::string print(const System& system);

/// One rule as print writes it, without "rule": "q f:0 -> q g:0 f:1 : p.go".
std::string describe(const System& system, const Process& process, const Rule& rule);

/// Reads a system from its text form. `fileName` is used in messages.
/// Returns: the system, or up to 20 errors with their positions.
Result<System> parse(std::string_view text, std::string_view fileName);

}  // namespace empire::cpds
