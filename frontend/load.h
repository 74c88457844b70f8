#pragma once

#include "frontend/compile.h"
#include "frontend/prepare.h"
#include "support/result.h"

namespace empire::frontend {

/// A program ready for analysis.
struct Loaded {
  Compiled program;  // its module is prepared
  PreparedCounts counts;
  bool fromCache = false;  // the prepared module was found: nothing was parsed, linked or inlined
};

/// Compiles and prepares. With the cache in use, a second call on unchanged files only reads what the first one made.
/// `prepareOptions.isSystem` is set here. `isModelled` is not part of the cache's key: one build of a program uses one.
/// The module is always read back from its bytes, so it is the same with and without the cache.
Result<Loaded> load(const CompileOptions& compileOptions, PrepareOptions prepareOptions);

}  // namespace empire::frontend
