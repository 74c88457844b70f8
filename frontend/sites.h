#pragma once

#include <llvm/IR/Module.h>

#include <functional>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/locations.h"
#include "support/result.h"

namespace empire::frontend {

/// Every allocation in the user's code.
std::vector<Site> allSites(const llvm::Module& module, Locations& locations, const Interner<FileTag>& files);

/// The allocations that the request means: one source line can stand for several instructions.
/// Errors: none there (with the nearest ones listed), or several objects (with the choices and the flag that picks
/// one).
Result<std::vector<const llvm::Value*>> findAsked(const llvm::Module& module, const Request& request,
                                                  Locations& locations, const Interner<FileTag>& files);

}  // namespace empire::frontend
