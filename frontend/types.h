#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <string>
#include <vector>

#include "program/program.h"

namespace empire::frontend {

/// "ns::Class<int>", inline namespaces left out.
std::string qualifiedName(const llvm::DIScope* scope);

/// The type without typedefs and cv-qualifiers; null for void.
const llvm::DIType* stripped(const llvm::DIType* type);

/// Mutexes, condition variables, threads, once flags, futures and their like.
bool isSynchronisation(const llvm::DIType* type);

/// The element type of the allocation that library code makes here: the T of the std::allocator<T> among the inlined
/// callers.
const llvm::DIType* allocatorElement(const llvm::DILocation* location);

/// Does the byte at `offset` belong to an array of several elements in an object of this type?
bool liesInArray(const llvm::DIType* type, std::uint64_t offset);

/// The first template argument that is a type; null if there is none.
const llvm::DIType* firstTypeArgument(const llvm::DIType* type);

/// Offset of the managed object in the control block that make_shared allocates, with its type.
struct Managed {
  const llvm::DIType* type = nullptr;
  std::uint64_t offset = 0;
};
Managed managedObject(const llvm::DIType* controlBlock);

/// Class types as the program's facts name them, made on demand from debug info.
class Types {
 public:
  explicit Types(std::vector<program::Type>& types) : types_(types) {}

  /// Invalid if `type` is not a class, struct or union. Arrays: their element.
  program::TypeId of(const llvm::DIType* type);

 private:
  void addFields(program::Type& out, const llvm::DICompositeType* type, const std::string& prefix, std::uint64_t offset,
                 std::vector<program::TypeId>& bases);

  std::vector<program::Type>& types_;
  llvm::DenseMap<const llvm::DIType*, program::TypeId> ids_;
  std::vector<std::pair<std::string, program::TypeId>> byName_;
};

}  // namespace empire::frontend
