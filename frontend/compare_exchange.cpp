#include "frontend/compare_exchange.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace empire::frontend {

namespace {

// The same bytes by construction: one base, one constant offset.
bool sameAddress(const llvm::Value* a, const llvm::Value* b, const llvm::DataLayout& layout) {
  llvm::APInt offsetA(64, 0), offsetB(64, 0);
  const llvm::Value* baseA = a->stripAndAccumulateConstantOffsets(layout, offsetA, true);
  const llvm::Value* baseB = b->stripAndAccumulateConstantOffsets(layout, offsetB, true);
  return baseA == baseB && offsetA == offsetB;
}

// The loads that the value may come from, through merges and casts.
std::vector<const llvm::LoadInst*> sourcesOf(const llvm::Value* value) {
  std::vector<const llvm::LoadInst*> loads;
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  std::vector<const llvm::Value*> todo = {value};
  while (!todo.empty()) {
    const llvm::Value* at = todo.back();
    todo.pop_back();
    if (!seen.insert(at).second) continue;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(at)) loads.push_back(load);
    if (llvm::isa<llvm::PHINode, llvm::CastInst, llvm::FreezeInst>(at)) {
      for (const llvm::Value* operand : llvm::cast<llvm::Instruction>(at)->operand_values()) todo.push_back(operand);
    }
  }
  return loads;
}

}  // namespace

std::map<const llvm::LoadInst*, const llvm::AtomicCmpXchgInst*> loadsOfExchanges(const llvm::Function& function) {
  std::map<const llvm::LoadInst*, const llvm::AtomicCmpXchgInst*> found;
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
    if (exchange == nullptr) continue;
    for (const llvm::LoadInst* load : sourcesOf(exchange->getCompareOperand())) {
      if (!load->isAtomic()) continue;
      if (sameAddress(load->getPointerOperand(), exchange->getPointerOperand(), layout)) found.emplace(load, exchange);
    }
  }
  return found;
}

}  // namespace empire::frontend
