#include "frontend/heap_types.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InstIterator.h>

namespace empire::frontend {

namespace {

constexpr const char* kAttribute = "empire-heap-type";  // the number of a type in the list
constexpr const char* kList = "empire.heap.types";

}  // namespace

void keepHeapTypes(llvm::Module& module) {
  llvm::NamedMDNode* list = module.getOrInsertNamedMetadata(kList);
  llvm::DenseMap<const llvm::MDNode*, unsigned> numbers;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      llvm::MDNode* type = call == nullptr ? nullptr : call->getMetadata("heapallocsite");
      if (!llvm::isa_and_nonnull<llvm::DIType>(type)) continue;
      const auto [at, isNew] = numbers.try_emplace(type, list->getNumOperands());
      if (isNew) list->addOperand(type);
      call->addFnAttr(llvm::Attribute::get(module.getContext(), kAttribute, std::to_string(at->second)));
    }
  }
}

const llvm::DIType* heapType(const llvm::CallBase& call) {
  const llvm::Attribute attribute = call.getFnAttr(kAttribute);
  const llvm::NamedMDNode* list = call.getModule()->getNamedMetadata(kList);
  unsigned number = 0;
  if (!attribute.isValid() || list == nullptr || attribute.getValueAsString().getAsInteger(10, number)) return nullptr;
  return number < list->getNumOperands() ? llvm::dyn_cast<llvm::DIType>(list->getOperand(number)) : nullptr;
}

}  // namespace empire::frontend
