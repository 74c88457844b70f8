#pragma once

#include <llvm/IR/Module.h>

#include <functional>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/multiplicity.h"
#include "frontend/points_to.h"
#include "program/program.h"

namespace empire::frontend {

/// Everything that extraction reads.
struct ExtractInput {
  const llvm::Module& module;
  PointsTo& pointsTo;
  const Multiplicity& multiplicity;
  const std::vector<const llvm::Value*>& asked;  // sites of the asked object
  std::function<bool(const std::string&)> isSystem;
};

/// Turns the analysed module into facts: one program::Function per instance, with a control-flow graph of the
/// operations that matter. Branches on known outcomes (try_lock, "owns" flags) are decided on the way, see KnownValues.
program::Program extract(const ExtractInput& input);

}  // namespace empire::frontend
