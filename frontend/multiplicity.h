#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/points_to.h"

namespace empire::frontend {

/// How often things run in one execution of the program.
class Multiplicity {
 public:
  explicit Multiplicity(const PointsTo& pointsTo);

  /// At most once.
  bool runsOnce(std::uint32_t instance) const { return runs_[instance] <= 1; }
  bool runs(std::uint32_t instance) const { return runs_[instance] > 0; }
  /// Does this instruction run at most once? If not, why.
  bool once(std::uint32_t instance, const llvm::Instruction* instruction) const;
  std::string whyNot(std::uint32_t instance, const llvm::Instruction* instruction) const;
  static bool inLoop(const llvm::Instruction* instruction);

 private:
  std::vector<std::uint8_t> runs_;  // 0, 1, or 2: more than once
};

}  // namespace empire::frontend
