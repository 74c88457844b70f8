#include "frontend/sites.h"

#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "frontend/models.h"
#include "frontend/objects.h"
#include "frontend/types.h"

namespace empire::frontend {

namespace {

struct Candidate {
  const llvm::Value* site;
  AllocationInfo info;
};

std::string typeText(const AllocationInfo& info) {
  const llvm::DIType* type = stripped(info.type);
  if (type == nullptr) return {};
  if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    const llvm::DIType* to = stripped(derived->getBaseType());
    return (to == nullptr ? "void" : qualifiedName(to)) + "*";
  }
  return qualifiedName(type);
}

// Objects that the library makes for itself on a line of the user's: the state of a thread, control blocks.
bool isInternal(const AllocationInfo& info) {
  const std::string name = typeText(info);
  return name.starts_with("std::thread::_State") || name.starts_with("std::_") || name.starts_with("__gnu_cxx::");
}

// Variables of the user's, and heap memory that a line of the user's made.
std::vector<Candidate> candidatesIn(const llvm::Module& module, Locations& locations) {
  std::vector<Candidate> list;
  auto add = [&](const llvm::Value* site) {
    AllocationInfo info = describeAllocation(site, locations);
    const bool heap = llvm::isa<llvm::CallBase>(site);
    if (isInternal(info)) return;
    if (info.loc.line != 0 && (heap ? !info.library : info.variable)) list.push_back({site, std::move(info)});
  };
  for (const llvm::GlobalVariable& global : module.globals()) {
    if (!global.isConstant() && !global.getName().starts_with("llvm.")) add(&global);
  }
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::AllocaInst>(instruction)) add(&instruction);
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee == nullptr || callee->getName() == "__cxa_allocate_exception") continue;
      const Model model = modelOf(callee->getName());
      if (model == Model::Allocate || model == Model::Reallocate) add(call);
    }
  }
  return list;
}

bool isClass(const AllocationInfo& info) {
  const llvm::DIType* type = stripped(info.type);
  return llvm::isa_and_nonnull<llvm::DICompositeType>(type) &&
         llvm::cast<llvm::DICompositeType>(type)->getTag() != llvm::dwarf::DW_TAG_array_type;
}

// Handles and helpers that share a line with the object they are about.
bool isHandle(const AllocationInfo& info) {
  const std::string name = typeText(info);
  for (const char* prefix :
       {"std::unique_ptr<", "std::shared_ptr<", "std::lock_guard<", "std::unique_lock<", "std::scoped_lock<",
        "std::shared_lock<", "std::thread", "std::jthread", "std::allocator<"}) {
    if (name.starts_with(prefix)) return true;
  }
  return name.ends_with("*");
}

std::string absolute(const std::string& path) {
  llvm::SmallString<128> full(path);
  llvm::sys::fs::make_absolute(full);
  llvm::sys::path::remove_dots(full, true);
  return std::string(full);
}

// "a/b.cpp" means that file here, or any file whose path ends like that.
bool isFile(const std::string& asked, const std::string& path) {
  if (absolute(asked) == absolute(path)) return true;
  return path.size() > asked.size() && path.ends_with(asked) && path[path.size() - asked.size() - 1] == '/';
}

std::string describe(const Candidate& candidate) {
  const std::string type = typeText(candidate.info);
  const bool named = candidate.info.name.starts_with("new ") || type.empty();
  return candidate.info.name + (named ? "" : " (" + type + ")");
}

Diagnostic noteAbout(const Candidate& candidate, const Interner<FileTag>& files) {
  const SourceLoc& loc = candidate.info.loc;
  return {{files[loc.file], loc.line, loc.column}, describe(candidate), Severity::Note};
}

Diagnostics notFound(const Request& request, std::vector<Candidate> candidates, const Interner<FileTag>& files) {
  constexpr std::size_t kShown = 5;
  Diagnostic error;
  error.where = {request.siteFile, request.siteLine, request.siteColumn};
  if (!request.siteVariable.empty()) {
    error.message = fmt::format("function `{}` has no variable `{}` that is an object in memory", request.siteFunction,
                                request.siteVariable);
    return {error};
  }
  std::erase_if(candidates, [&](const Candidate& c) { return !isFile(request.siteFile, files[c.info.loc.file]); });
  if (candidates.empty()) {
    error.message =
        "no object is made in a file of this name; check the path, and that the file is part of the program";
    return {error};
  }
  error.message = "no object is made here; the nearest allocations are:";
  auto distance = [&](const Candidate& c) {
    return std::abs(static_cast<long>(c.info.loc.line) - static_cast<long>(request.siteLine));
  };
  std::sort(candidates.begin(), candidates.end(), [&](const Candidate& x, const Candidate& y) {
    return std::tuple(distance(x), x.info.loc.line, x.info.name) <
           std::tuple(distance(y), y.info.loc.line, y.info.name);
  });
  Diagnostics errors = {error};
  for (const Candidate& candidate : candidates) {
    Diagnostic note = noteAbout(candidate, files);
    if (errors.size() <= kShown && std::find(errors.begin(), errors.end(), note) == errors.end())
      errors.push_back(note);
  }
  return errors;
}

bool matches(const Request& request, const Candidate& candidate, const Interner<FileTag>& files) {
  if (!request.siteVariable.empty()) {
    const std::string& function = candidate.info.function;
    const bool sameFunction = function == request.siteFunction || function.ends_with("::" + request.siteFunction);
    return candidate.info.variableName == request.siteVariable && sameFunction;
  }
  return candidate.info.loc.line == request.siteLine &&
         (request.siteColumn == 0 || candidate.info.loc.column == request.siteColumn ||
          candidate.info.loc.column == 0) &&
         isFile(request.siteFile, files[candidate.info.loc.file]);
}

bool isClassNamed(const AllocationInfo& info, const std::string& name) {
  const std::string type = typeText(info);
  const std::string plain = type.substr(0, type.find('<'));
  return type == name || plain == name || type.ends_with("::" + name) || plain.ends_with("::" + name);
}

}  // namespace

std::vector<Site> allSites(const llvm::Module& module, Locations& locations, const Interner<FileTag>& files) {
  std::vector<Site> sites;
  for (const Candidate& candidate : candidatesIn(module, locations)) {
    const SourceLoc& loc = candidate.info.loc;
    sites.push_back({{files[loc.file], loc.line, loc.column}, candidate.info.name, typeText(candidate.info)});
  }
  std::sort(sites.begin(), sites.end());
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  return sites;
}

Result<std::vector<const llvm::Value*>> findAsked(const llvm::Module& module, const Request& request,
                                                  Locations& locations, const Interner<FileTag>& files) {
  const std::vector<Candidate> all = candidatesIn(module, locations);
  std::vector<Candidate> found;
  for (const Candidate& candidate : all) {
    if (matches(request, candidate, files)) found.push_back(candidate);
  }
  if (!request.className.empty()) {
    std::erase_if(found, [&](const Candidate& c) { return !isClassNamed(c.info, request.className); });
  }
  if (found.empty()) {
    return notFound(request, all, files);
  }
  // Prefer what is of class type and not a mere handle on the object.
  for (auto unwanted :
       {+[](const AllocationInfo& i) { return isHandle(i); }, +[](const AllocationInfo& i) { return !isClass(i); }}) {
    std::vector<Candidate> rest = found;
    std::erase_if(rest, [&](const Candidate& c) { return unwanted(c.info); });
    if (!rest.empty()) found = std::move(rest);
  }
  std::map<std::string, const Candidate*> kinds;
  for (const Candidate& candidate : found)
    kinds.emplace(candidate.info.name + " " + typeText(candidate.info), &candidate);
  if (kinds.size() > 1) {
    Diagnostic error;
    error.where = {request.siteFile, request.siteLine, request.siteColumn};
    error.message =
        "several objects are made here; pick one with --class=, or with a column (--site=FILE:LINE:COLUMN):";
    Diagnostics errors = {error};
    for (const auto& [name, candidate] : kinds) errors.push_back(noteAbout(*candidate, files));
    return errors;
  }
  std::vector<const llvm::Value*> sites;
  for (const Candidate& candidate : found) sites.push_back(candidate.site);
  return sites;
}

}  // namespace empire::frontend
