#pragma once

#include <string>

#include "cpds/system.h"

namespace empire::cpds {

/// The system for Graphviz (`dot -Tsvg`), a cluster for each process. A process that never changes its stack is drawn
/// as a finite automaton over its states. Any other is drawn over its heads (state and topmost symbol; the state is
/// left out where there is only one): a rule that pushes is a bold edge whose label ends with "+ lower symbol", one
/// that pops leads to a point. Initial heads have an arrow from nowhere, final states two circles.
std::string toDot(const System& system);

}  // namespace empire::cpds
