#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "frontend/cache.h"
#include "frontend/debug_info.h"
#include "support/result.h"

namespace empire::frontend {

struct Commands;

/// What to compile, and how.
struct CompileOptions {
  std::vector<std::string> files;  // empty: every file of the compilation database
  std::string buildDir;            // where compile_commands.json is; empty: none, plain defaults
  std::vector<std::string> flags;  // compiler flags of the user, added to each file's own
  unsigned jobs = 1;               // units parsed at a time; the result is the same for any number
  bool useCache = true;            // take units from the cache and put them there
  std::string cacheDir;            // empty: $XDG_CACHE_HOME/empire or ~/.cache/empire
};

/// A file that the compiler read.
struct SourceFile {
  std::string path;     // absolute, as pathOf gives it for debug info
  std::string hash;     // XXH3-128 of its bytes, 32 hexadecimal digits
  bool system = false;  // a system header in every unit that read it
  friend bool operator==(const SourceFile&, const SourceFile&) = default;
};

/// Where the time went, in seconds.
struct CompileTimes {
  double parse = 0;  // Clang, or loading what it made from the cache; wall clock
  double link = 0;
};

/// All units as one module at -O0 with debug info (trimmed, see debug_info.h), nothing inlined or thrown away.
struct Compiled {
  std::unique_ptr<llvm::LLVMContext> context;  // before the module: it dies last
  std::unique_ptr<llvm::Module> module;
  std::vector<SourceFile> files;   // sorted by path
  std::vector<std::string> units;  // the main file of each unit, in link order
  Diagnostics warnings;            // flags left out, flags guessed; no warnings of the compiler
  Inputs inputs;                   // of all units together
  unsigned unitsFromCache = 0;
  CompileTimes times;

  /// Is this file a system header? Files that no unit read are (the compiler's own code).
  bool isSystem(llvm::StringRef path) const;
  bool isSystem(const llvm::DIScope* scope) const;
};

/// Parses every unit once and links them in the order of the database or of the files given.
/// Errors: Clang's own, with their positions; a unit that cannot be found; two definitions of one symbol.
Result<Compiled> compile(const CompileOptions& options);

/// The same for commands already found, with a cache already open.
Result<Compiled> compile(Commands commands, unsigned jobs, Cache& cache);

}  // namespace empire::frontend
