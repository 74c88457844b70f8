#include "frontend/debug_info.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/Support/Path.h>

#include <unordered_map>
#include <vector>

namespace empire::frontend {

std::string pathOf(const llvm::DIScope* scope) {
  if (scope == nullptr || scope->getFile() == nullptr) return {};
  const llvm::StringRef name = scope->getFilename();
  llvm::SmallString<256> full;
  if (!llvm::sys::path::is_absolute(name)) full = scope->getDirectory();
  llvm::sys::path::append(full, name);
  llvm::sys::path::remove_dots(full, true);
  return std::string(full);
}

void trimDebugInfo(llvm::Module& module, const std::function<bool(llvm::StringRef path)>& isSystem) {
  constexpr unsigned kElementsOperand = 4;  // of DICompositeType; its own setter refuses to drop elements
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  std::unordered_map<const llvm::DIFile*, bool> isSystemFile;
  std::vector<std::pair<llvm::DICompositeType*, llvm::MDTuple*>> changes;
  for (llvm::DIType* type : finder.types()) {
    auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (composite == nullptr || composite->getFile() == nullptr || !composite->getElements()) continue;
    const auto [found, fresh] = isSystemFile.try_emplace(composite->getFile(), false);
    if (fresh) found->second = isSystem(pathOf(composite));
    if (!found->second) continue;
    llvm::SmallVector<llvm::Metadata*, 16> kept;
    for (llvm::DINode* element : composite->getElements()) {
      if (!llvm::isa_and_nonnull<llvm::DISubprogram>(element)) kept.push_back(element);
    }
    if (kept.size() != composite->getElements().size()) {
      changes.emplace_back(composite, llvm::MDTuple::get(module.getContext(), kept));
    }
  }
  for (const auto& [type, elements] : changes) {
    if (type->isDistinct()) type->replaceOperandWith(kElementsOperand, elements);
  }
  for (llvm::DICompileUnit* unit : module.debug_compile_units()) {
    unit->replaceImportedEntities(nullptr);
    unit->replaceMacros(nullptr);
  }
}

}  // namespace empire::frontend
