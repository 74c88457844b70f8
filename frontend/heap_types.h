#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace empire::frontend {

/// Clang marks `new T` with the type T, but the mark is lost where inlining turns the call into an invoke. This writes
/// it down as an attribute of the call, which stays. Call it before anything is inlined.
void keepHeapTypes(llvm::Module& module);

/// The T of the `new T` that made this call; null if it is none.
const llvm::DIType* heapType(const llvm::CallBase& call);

}  // namespace empire::frontend
