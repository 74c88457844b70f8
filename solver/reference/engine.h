#pragma once

#include "solver/engine.h"

namespace empire::solver {

/// The reference interpreter behind the engine interface: exhaustive within fixed bounds on states,
/// stack and depth, far slower than the others. For cross-checking an answer on a small model.
class ReferenceEngine final : public Engine {
 public:
  Answer solve(const esl::Module& module, const esl::Question& question, const Budget& budget,
               Observer* observer) const override;
};

}  // namespace empire::solver
