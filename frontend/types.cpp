#include "frontend/types.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

namespace empire::frontend {

namespace {

constexpr std::array<std::string_view, 34> kSynchronisation = {
    "std::mutex",
    "std::recursive_mutex",
    "std::timed_mutex",
    "std::recursive_timed_mutex",
    "std::shared_mutex",
    "std::shared_timed_mutex",
    "std::condition_variable",
    "std::condition_variable_any",
    "std::_V2::condition_variable_any",
    "std::thread",
    "std::jthread",
    "std::once_flag",
    "std::stop_source",
    "std::stop_token",
    "pthread_mutex_t",
    "pthread_rwlock_t",
    "pthread_cond_t",
    "pthread_spinlock_t",
    "pthread_once_t",
    "pthread_t",
    "pthread_barrier_t",
    "sem_t",
    "mtx_t",
    "cnd_t",
    "thrd_t",
    "once_flag",
    "std::latch",
    "std::counting_semaphore",
    "std::barrier",
    "std::future",
    "std::shared_future",
    "std::promise",
    "std::packaged_task",
    "std::binary_semaphore",
};

const llvm::DICompositeType* asClass(const llvm::DIType* type) {
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(stripped(type));
  if (composite == nullptr) return nullptr;
  switch (composite->getTag()) {
    case llvm::dwarf::DW_TAG_class_type:
    case llvm::dwarf::DW_TAG_structure_type:
    case llvm::dwarf::DW_TAG_union_type: return composite;
    default: return nullptr;
  }
}

bool isLibraryClass(const llvm::DICompositeType* type) {
  const std::string name = qualifiedName(type);
  return name.starts_with("std::") || name.starts_with("__gnu_cxx::");
}

}  // namespace

std::string qualifiedName(const llvm::DIScope* scope) {
  std::vector<std::string> parts;
  for (; scope != nullptr; scope = scope->getScope()) {
    if (const auto* space = llvm::dyn_cast<llvm::DINamespace>(scope)) {
      if (space->getExportSymbols()) continue;
      parts.push_back(space->getName().empty() ? "(anonymous)" : space->getName().str());
    } else if (const auto* type = llvm::dyn_cast<llvm::DIType>(scope)) {
      const bool lambda = type->getName().empty() || type->getName().starts_with("(lambda");
      parts.push_back(lambda ? "lambda" : type->getName().str());
    } else if (const auto* function = llvm::dyn_cast<llvm::DISubprogram>(scope)) {
      parts.push_back(function->getName().str());
    }
  }
  std::string name;
  for (const std::string& part : llvm::reverse(parts)) name += (name.empty() ? "" : "::") + part;
  return name;
}

const llvm::DIType* stripped(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case llvm::dwarf::DW_TAG_typedef:
      case llvm::dwarf::DW_TAG_const_type:
      case llvm::dwarf::DW_TAG_volatile_type:
      case llvm::dwarf::DW_TAG_restrict_type:
      case llvm::dwarf::DW_TAG_atomic_type:
      case llvm::dwarf::DW_TAG_template_alias: type = derived->getBaseType(); break;
      default: return type;
    }
  }
  return type;
}

bool isSynchronisation(const llvm::DIType* type) {
  while (type != nullptr) {
    std::string name = qualifiedName(type);
    name = name.substr(0, name.find('<'));
    if (std::find(kSynchronisation.begin(), kSynchronisation.end(), name) != kSynchronisation.end()) return true;
    if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
      if (composite->getTag() != llvm::dwarf::DW_TAG_array_type) return false;
      type = composite->getBaseType();
      continue;
    }
    const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type);
    if (derived == nullptr || derived->getTag() == llvm::dwarf::DW_TAG_pointer_type ||
        derived->getTag() == llvm::dwarf::DW_TAG_reference_type) {
      return false;
    }
    type = derived->getBaseType();
  }
  return false;
}

bool liesInArray(const llvm::DIType* type, std::uint64_t offset) {
  while ((type = stripped(type)) != nullptr) {
    const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (composite == nullptr) return false;
    if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
      const llvm::DIType* element = stripped(composite->getBaseType());
      return element == nullptr || composite->getSizeInBits() > element->getSizeInBits();
    }
    const llvm::DIType* inner = nullptr;
    std::uint64_t begin = 0;
    for (const llvm::DINode* node : composite->getElements()) {
      const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
      if (member == nullptr || (member->getFlags() & llvm::DINode::FlagStaticMember) != 0) continue;
      if (member->getTag() != llvm::dwarf::DW_TAG_member && member->getTag() != llvm::dwarf::DW_TAG_inheritance)
        continue;
      const std::uint64_t at = member->getOffsetInBits() / 8;
      const llvm::DIType* held = stripped(member->getBaseType());
      const std::uint64_t size = held == nullptr ? 0 : held->getSizeInBits() / 8;
      if (offset < at || offset >= at + size) continue;
      inner = held;
      begin = at;
    }
    if (inner == nullptr) return false;
    const auto* array = llvm::dyn_cast<llvm::DICompositeType>(inner);
    const bool isArray = array != nullptr && array->getTag() == llvm::dwarf::DW_TAG_array_type;
    if (!isArray && isSynchronisation(inner)) return false;
    type = inner;
    offset -= begin;
  }
  return false;
}

const llvm::DIType* firstTypeArgument(const llvm::DIType* type) {
  const auto* composite = asClass(type);
  if (composite == nullptr) return nullptr;
  for (const llvm::DITemplateParameter* parameter : composite->getTemplateParams()) {
    if (llvm::isa<llvm::DITemplateTypeParameter>(parameter)) return parameter->getType();
  }
  return nullptr;
}

const llvm::DIType* allocatorElement(const llvm::DILocation* location) {
  for (; location != nullptr; location = location->getInlinedAt()) {
    const llvm::DISubprogram* function = location->getScope()->getSubprogram();
    if (function == nullptr || function->getName() != "allocate") continue;
    if (const auto* owner = llvm::dyn_cast_or_null<llvm::DIType>(function->getScope())) {
      if (const llvm::DIType* element = firstTypeArgument(owner)) return element;
    }
  }
  return nullptr;
}

Managed managedObject(const llvm::DIType* controlBlock) {
  const auto* composite = asClass(controlBlock);
  if (composite == nullptr || !composite->getName().starts_with("_Sp_counted_ptr_inplace")) return {};
  for (const llvm::DINode* element : composite->getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (member != nullptr && member->getTag() == llvm::dwarf::DW_TAG_member && member->getName() == "_M_impl") {
      return {firstTypeArgument(composite), member->getOffsetInBits() / 8};
    }
  }
  return {};
}

program::TypeId Types::of(const llvm::DIType* type) {
  type = stripped(type);
  while (const auto* array = llvm::dyn_cast_or_null<llvm::DICompositeType>(type)) {
    if (array->getTag() != llvm::dwarf::DW_TAG_array_type) break;
    type = stripped(array->getBaseType());
  }
  const llvm::DICompositeType* composite = asClass(type);
  if (composite == nullptr) return {};
  if (auto found = ids_.find(composite); found != ids_.end()) return found->second;
  program::Type out;
  out.name = qualifiedName(composite);
  // One class seen from several translation units is one type.
  if (!composite->isForwardDecl()) {
    for (const auto& [name, id] : byName_) {
      if (name == out.name && types_[id.index()].size == composite->getSizeInBits() / 8) return ids_[composite] = id;
    }
  }
  out.size = composite->getSizeInBits() / 8;
  const program::TypeId id(types_.size());
  ids_[composite] = id;
  if (!composite->isForwardDecl()) byName_.emplace_back(out.name, id);
  types_.emplace_back();
  std::vector<program::TypeId> bases;
  addFields(out, composite, "", 0, bases);
  std::sort(out.fields.begin(), out.fields.end(),
            [](const auto& a, const auto& b) { return std::tie(a.offset, a.name) < std::tie(b.offset, b.name); });
  std::sort(bases.begin(), bases.end());
  bases.erase(std::unique(bases.begin(), bases.end()), bases.end());
  out.bases = std::move(bases);
  types_[id.index()] = std::move(out);
  return id;
}

void Types::addFields(program::Type& out, const llvm::DICompositeType* type, const std::string& prefix,
                      std::uint64_t offset, std::vector<program::TypeId>& bases) {
  for (const llvm::DINode* element : type->getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (member == nullptr || (member->getFlags() & llvm::DINode::FlagStaticMember) != 0) continue;
    const std::uint64_t at = offset + member->getOffsetInBits() / 8;
    if (member->getTag() == llvm::dwarf::DW_TAG_inheritance) {
      const llvm::DICompositeType* base = asClass(member->getBaseType());
      if (base == nullptr) continue;
      if (prefix.empty()) {
        const program::TypeId id = of(base);
        bases.push_back(id);
        bases.insert(bases.end(), types_[id.index()].bases.begin(), types_[id.index()].bases.end());
      }
      addFields(out, base, prefix, at, bases);
      continue;
    }
    if (member->getTag() != llvm::dwarf::DW_TAG_member || member->getName().starts_with("_vptr")) continue;
    const std::string name = prefix + member->getName().str();
    const llvm::DICompositeType* inner = asClass(member->getBaseType());
    const bool sync = isSynchronisation(member->getBaseType());
    if (inner != nullptr && !sync && !isLibraryClass(inner)) {
      addFields(out, inner, member->getName().empty() ? prefix : name + ".", at, bases);
      continue;
    }
    program::Field field{name, at, member->getSizeInBits() / 8, sync};
    if (member->isBitField()) {  // accessed as its whole storage unit
      const auto* storage = llvm::dyn_cast_or_null<llvm::ConstantInt>(member->getStorageOffsetInBits());
      if (storage != nullptr) field.offset = offset + storage->getZExtValue() / 8;
      field.size = std::max<std::uint64_t>(1, stripped(member->getBaseType())->getSizeInBits() / 8);
    }
    if (field.size == 0) {
      if (const llvm::DIType* base = stripped(member->getBaseType())) field.size = base->getSizeInBits() / 8;
    }
    out.fields.push_back(std::move(field));
  }
}

}  // namespace empire::frontend
