#pragma once

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <compare>
#include <cstdint>
#include <map>
#include <optional>

namespace empire::frontend {

/// Small integers that are known on the way to a point of a function: outcomes of try_lock and compare-exchange, flags
/// such as unique_lock's "owns", booleans set to constants. Branches on them are decided, so that the lock and the code
/// that relies on it stay together. Everything not known is not in the map: a branch on it can go either way.
class KnownValues {
 public:
  friend auto operator<=>(const KnownValues&, const KnownValues&) = default;

  /// The value of `value`, if it is known here.
  std::optional<std::int64_t> get(const llvm::Value* value) const;
  void set(const llvm::Value* value, std::int64_t known);
  /// Takes one instruction into account: it computes a known value, stores one, or makes one unknown.
  void execute(const llvm::Instruction& instruction, const llvm::DataLayout& layout);
  /// Crossing an edge: the phis of `to` take their values.
  void enter(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  /// Forgets what no instruction outside `block` reads.
  void leave(const llvm::BasicBlock& block);

 private:
  using Slot = std::pair<const llvm::Value*, std::int64_t>;  // an alloca and an offset

  std::optional<std::int64_t> evaluate(const llvm::Instruction& instruction) const;
  void forgetStoredThrough(const llvm::Instruction& instruction);

  // Ordered by the instruction's own number would be nicer, but keys are only compared for equality of whole maps.
  std::map<const llvm::Value*, std::int64_t> values_;
  std::map<Slot, std::int64_t> slots_;
};

}  // namespace empire::frontend
