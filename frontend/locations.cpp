#include "frontend/locations.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>

#include "frontend/compile.h"

namespace empire::frontend {

bool Locations::isUser(const llvm::DIFile* file) {
  if (file == nullptr) return false;
  auto [at, isNew] = user_.try_emplace(file, false);
  if (isNew) at->second = !isSystem_(pathOf(file));
  return at->second;
}

std::string shownPath(const std::string& path) {
  llvm::SmallString<128> here;
  if (llvm::sys::fs::current_path(here)) return path;
  const std::string prefix = std::string(here) + "/";
  return path.starts_with(prefix) ? path.substr(prefix.size()) : path;
}

FileId Locations::fileId(const llvm::DIFile* file) {
  auto [at, isNew] = ids_.try_emplace(file, FileId{});
  if (isNew) at->second = files_.intern(shownPath(pathOf(file)));
  return at->second;
}

SourceLoc Locations::of(const llvm::DIFile* file, std::uint32_t line, std::uint32_t column) {
  return {fileId(file), line, column};
}

SourceLoc Locations::user(const llvm::DILocation* location) {
  for (; location != nullptr; location = location->getInlinedAt()) {
    if (location->getLine() != 0 && isUser(location->getFile())) {
      return of(location->getFile(), location->getLine(), location->getColumn());
    }
  }
  return {};
}

bool Locations::inLibrary(const llvm::DILocation* location) {
  return location != nullptr && !isUser(location->getFile());
}

std::string Locations::text(const SourceLoc& loc) {
  if (!loc.file.valid() || loc.line == 0) return {};
  auto [at, isNew] = lines_.try_emplace(loc.file);
  if (isNew) {
    if (auto buffer = llvm::MemoryBuffer::getFile(files_[loc.file])) {
      llvm::StringRef rest = (*buffer)->getBuffer();
      while (!rest.empty()) {
        const auto [line, tail] = rest.split('\n');
        at->second.push_back(line.trim().str());
        rest = tail;
      }
    }
  }
  return loc.line <= at->second.size() ? at->second[loc.line - 1] : std::string();
}

}  // namespace empire::frontend
