#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <string>

namespace empire::frontend {

/// The absolute path of the file that a debug-info node names, without `.` and `..`. Empty: it names none.
std::string pathOf(const llvm::DIScope* scope);

/// Removes what nobody here asks about and what is most of the bytes: the lists of member functions of library
/// classes, using-declarations, macros. Data members, bases and sizes stay, and so does all about the user's own types.
void trimDebugInfo(llvm::Module& module, const std::function<bool(llvm::StringRef path)>& isSystem);

}  // namespace empire::frontend
