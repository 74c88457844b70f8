#include "frontend/multiplicity.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

namespace empire::frontend {

// Can control come from the instruction's block back to it?
bool Multiplicity::inLoop(const llvm::Instruction* instruction) {
  const llvm::BasicBlock* home = instruction->getParent();
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> seen;
  std::vector<const llvm::BasicBlock*> todo(llvm::succ_begin(home), llvm::succ_end(home));
  while (!todo.empty()) {
    const llvm::BasicBlock* block = todo.back();
    todo.pop_back();
    if (block == home) return true;
    if (!seen.insert(block).second) continue;
    todo.insert(todo.end(), llvm::succ_begin(block), llvm::succ_end(block));
  }
  return false;
}

Multiplicity::Multiplicity(const PointsTo& pointsTo) : runs_(pointsTo.instances().size()) {
  std::vector<std::uint32_t> todo;
  auto add = [&](std::uint32_t instance, unsigned times) {
    const auto before = runs_[instance];
    runs_[instance] = static_cast<std::uint8_t>(std::min(2u, before + times));
    if (runs_[instance] != before) todo.push_back(instance);
  };
  if (pointsTo.mainInstance() != UINT32_MAX) add(pointsTo.mainInstance(), 1);
  for (std::uint32_t instance : pointsTo.initialisers()) add(instance, 1);
  while (!todo.empty()) {
    const std::uint32_t instance = todo.back();
    todo.pop_back();
    // Seen a second time: it runs more than once, and so does all that it calls.
    const bool again = runs_[instance] == 2;
    for (const llvm::Instruction& instruction : llvm::instructions(*pointsTo.instances()[instance]->function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) continue;
      const auto& targets = pointsTo.targets(instance, call);
      if (targets.empty()) continue;
      const unsigned times = again || inLoop(call) ? 2 : 1;
      for (const Target& target : targets) add(target.instance, times);
    }
  }
}

bool Multiplicity::once(std::uint32_t instance, const llvm::Instruction* instruction) const {
  return runsOnce(instance) && !inLoop(instruction);
}

std::string Multiplicity::whyNot(std::uint32_t instance, const llvm::Instruction* instruction) const {
  if (inLoop(instruction)) return "made in a loop";
  if (!runsOnce(instance)) return "made in a function that may run more than once";
  return {};
}

}  // namespace empire::frontend
