#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <functional>
#include <string>

namespace empire::frontend {

struct PrepareOptions {
  /// Is the file of this path (as pathOf gives it) a system header?
  std::function<bool(llvm::StringRef path)> isSystem;
  /// Has the function of this mangled name a model? Such functions are never inlined.
  std::function<bool(llvm::StringRef mangledName)> isModelled = [](llvm::StringRef) { return false; };
  std::uint32_t smallFunction = 60;     // instructions up to which any library function is inlined
  std::uint32_t glueFunction = 1500;    // the same for those that allocate, lock, start threads, wait or call back
  std::uint32_t largestCaller = 30000;  // callers above this take in small functions only
};

/// Sizes on the way. Debug intrinsics are not instructions.
struct PreparedCounts {
  std::uint64_t functions = 0;  // reachable, at -O0, nothing inlined, the standard library included
  std::uint64_t instructions = 0;
  std::uint64_t functionsAfterInlining = 0;
  std::uint64_t instructionsAfterInlining = 0;
  double seconds = 0;
};

/// Makes a linked program small and context-sensitive where it matters: library functions dissolve in the user's own,
/// which all stay functions. Drops what main and the constructors of globals cannot reach (without a main: what no user
/// function can reach), replaces aliases by what they stand for, puts locals in registers and removes branches on
/// constants. No load or store of memory that two threads could share is removed.
PreparedCounts prepare(llvm::Module& module, const PrepareOptions& options);

}  // namespace empire::frontend
