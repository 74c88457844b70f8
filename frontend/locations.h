#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>

#include <functional>
#include <map>
#include <string>

#include "program/program.h"

namespace empire::frontend {

/// The path as people see it: relative where it lies below the current folder.
std::string shownPath(const std::string& path);

/// Where instructions are in the user's own files: debug locations with the library's inlined frames skipped.
class Locations {
 public:
  /// `isSystem`: does a file, named as in debug info, belong to the system's headers?
  Locations(Interner<FileTag>& files, std::function<bool(const std::string&)> isSystem)
      : files_(files), isSystem_(std::move(isSystem)) {}

  bool isUser(const llvm::DIFile* file);
  /// The innermost frame in user code; invalid if there is none.
  SourceLoc user(const llvm::DILocation* location);
  SourceLoc of(const llvm::DIFile* file, std::uint32_t line, std::uint32_t column);
  /// Is the innermost frame of this instruction library code?
  bool inLibrary(const llvm::DILocation* location);
  /// The line's text, without white space at both ends; empty if the file cannot be read.
  std::string text(const SourceLoc& loc);

 private:
  FileId fileId(const llvm::DIFile* file);

  Interner<FileTag>& files_;
  std::function<bool(const std::string&)> isSystem_;
  llvm::DenseMap<const llvm::DIFile*, FileId> ids_;
  llvm::DenseMap<const llvm::DIFile*, bool> user_;
  std::map<FileId, std::vector<std::string>> lines_;
};

}  // namespace empire::frontend
