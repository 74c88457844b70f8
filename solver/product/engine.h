#pragma once

#include "solver/engine.h"

namespace empire::solver {

/// Explicit breadth-first search over the product of all processes and the tracker of all asked patterns.
/// Locks, unit depth, flags, start and join are part of the processes' finite states; one search covers every choice of
/// processes and locations. Exact on models whose processes are finite-state: recursion is allowed only through
/// functions without events. Witnesses are shortest in the number of steps that other processes can notice (lock
/// operations, starts, joins, flags and the scenario's own accesses). Cost: O(states * steps per state) time, about 30
/// bytes a state while a packed state fits one word.
class ProductEngine final : public Engine {
 public:
  Answer solve(const esl::Module& module, const esl::Question& question, const Budget& budget,
               Observer* observer) const override;
};

}  // namespace empire::solver
