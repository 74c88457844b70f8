#include "frontend/known_values.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "frontend/models.h"

namespace empire::frontend {

namespace {

bool isSmall(const llvm::Type* type) { return type->isIntegerTy(1) || type->isIntegerTy(8); }

// Can the local be reached through another pointer, by a callee or another thread?
bool isCaptured(const llvm::Value* pointer) {
  std::vector<const llvm::Value*> todo = {pointer};
  while (!todo.empty()) {
    const llvm::Value* value = todo.back();
    todo.pop_back();
    for (const llvm::User* user : value->users()) {
      if (llvm::isa<llvm::LoadInst, llvm::DbgInfoIntrinsic>(user)) continue;
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getValueOperand() == value) return true;
      } else if (llvm::isa<llvm::GEPOperator>(user)) {
        todo.push_back(user);
      } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
        const llvm::Function* callee = call->getCalledFunction();
        const bool harmless =
            callee != nullptr && (callee->isIntrinsic() || modelOf(callee->getName()) == Model::StdCondWait);
        if (!harmless) return true;
      } else {
        return true;
      }
    }
  }
  return false;
}

// The local and the constant offset that a pointer leads to, if nobody else can change that local.
std::optional<std::pair<const llvm::Value*, std::int64_t>> slotOf(const llvm::Value* pointer,
                                                                  const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const llvm::Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  if (!llvm::isa<llvm::AllocaInst>(base) || isCaptured(base)) return std::nullopt;
  return std::pair(base, offset.getSExtValue());
}

std::int64_t truncated(std::int64_t value, const llvm::Type* type) {
  const unsigned bits = type->getIntegerBitWidth();
  return bits >= 64 ? value : value & ((std::int64_t{1} << bits) - 1);
}

}  // namespace

std::optional<std::int64_t> KnownValues::get(const llvm::Value* value) const {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    return constant->getBitWidth() <= 64 ? std::optional(static_cast<std::int64_t>(constant->getZExtValue()))
                                         : std::nullopt;
  }
  auto found = values_.find(value);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

void KnownValues::set(const llvm::Value* value, std::int64_t known) { values_[value] = known; }

std::optional<std::int64_t> KnownValues::evaluate(const llvm::Instruction& instruction) const {
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    const auto a = get(compare->getOperand(0));
    const auto b = get(compare->getOperand(1));
    if (!a || !b) return std::nullopt;
    if (compare->getPredicate() == llvm::CmpInst::ICMP_EQ) return *a == *b;
    if (compare->getPredicate() == llvm::CmpInst::ICMP_NE) return *a != *b;
    return std::nullopt;
  }
  if (const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    const auto a = get(binary->getOperand(0));
    const auto b = get(binary->getOperand(1));
    const auto op = binary->getOpcode();
    if (op == llvm::Instruction::And && ((a && *a == 0) || (b && *b == 0))) return 0;
    if (!a || !b) return std::nullopt;
    if (op == llvm::Instruction::Xor) return truncated(*a ^ *b, binary->getType());
    if (op == llvm::Instruction::And) return *a & *b;
    if (op == llvm::Instruction::Or) return *a | *b;
    return std::nullopt;
  }
  if (llvm::isa<llvm::ZExtInst, llvm::TruncInst, llvm::FreezeInst>(&instruction)) {
    const auto a = get(instruction.getOperand(0));
    return a && instruction.getType()->isIntegerTy() ? std::optional(truncated(*a, instruction.getType()))
                                                     : std::nullopt;
  }
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    const auto condition = get(select->getCondition());
    if (condition) return get(*condition != 0 ? select->getTrueValue() : select->getFalseValue());
  }
  return std::nullopt;
}

// Filling or copying into a local changes it.
void KnownValues::forgetStoredThrough(const llvm::Instruction& instruction) {
  const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
  if (memory == nullptr || slots_.empty()) return;
  const llvm::Value* base = llvm::getUnderlyingObject(memory->getDest());
  std::erase_if(slots_, [&](const auto& entry) { return entry.first.first == base; });
}

void KnownValues::execute(const llvm::Instruction& instruction, const llvm::DataLayout& layout) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const auto slot = slotOf(store->getPointerOperand(), layout);
    const auto value = get(store->getValueOperand());
    if (slot && isSmall(store->getValueOperand()->getType())) {
      slots_.erase(*slot);
      if (value) slots_[*slot] = *value;
    } else {  // a wider store, or one at an offset that is not known
      const llvm::Value* base = llvm::getUnderlyingObject(store->getPointerOperand());
      std::erase_if(slots_, [&](const auto& entry) { return entry.first.first == base; });
    }
    return;
  }
  if (llvm::isa<llvm::CallBase>(instruction)) {  // whoever models the call says what it returns
    forgetStoredThrough(instruction);
    values_.erase(&instruction);
    return;
  }
  if (!instruction.getType()->isIntegerTy()) return;
  std::optional<std::int64_t> value;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (isSmall(load->getType())) {
      const auto slot = slotOf(load->getPointerOperand(), layout);
      auto found = slot ? slots_.find(*slot) : slots_.end();
      if (found != slots_.end()) value = found->second;
    }
  } else if (!llvm::isa<llvm::PHINode>(instruction)) {
    value = evaluate(instruction);
  } else {
    return;  // set when the block is entered
  }
  if (value) {
    values_[&instruction] = *value;
  } else {
    values_.erase(&instruction);
  }
}

void KnownValues::enter(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  std::map<const llvm::Value*, std::optional<std::int64_t>> next;
  for (const llvm::PHINode& phi : to.phis()) {
    if (isSmall(phi.getType())) next[&phi] = get(phi.getIncomingValueForBlock(&from));
  }
  for (const auto& [phi, value] : next) {
    if (value) {
      values_[phi] = *value;
    } else {
      values_.erase(phi);
    }
  }
}

void KnownValues::leave(const llvm::BasicBlock& block) {
  std::erase_if(values_, [&](const auto& entry) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(entry.first);
    return instruction != nullptr && instruction->getParent() == &block && !instruction->isUsedOutsideOfBlock(&block);
  });
}

}  // namespace empire::frontend
