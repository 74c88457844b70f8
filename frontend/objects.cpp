#include "frontend/objects.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <set>

#include "frontend/extract.h"
#include "frontend/heap_types.h"
#include "frontend/models.h"

namespace empire::frontend {

namespace {

bool isArrayType(const llvm::DIType* type) {
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(stripped(type));
  return composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_array_type;
}

std::string typeName(const llvm::DIType* type) {
  type = stripped(type);
  if (type == nullptr) return "storage";
  if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) return typeName(derived->getBaseType()) + "*";
  const std::string name = qualifiedName(type);
  return name.empty() ? "storage" : name;
}

void describeLocal(const llvm::AllocaInst* alloca, Locations& locations, AllocationInfo& info) {
  info.library = true;
  info.name = "temporary";
  info.array = alloca->isArrayAllocation() || alloca->getAllocatedType()->isArrayTy();
  auto* pointer = const_cast<llvm::AllocaInst*>(alloca);
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(pointer)) {
    const llvm::DILocalVariable* variable = record->getVariable();
    info.type = variable->getType();
    info.array = info.array || isArrayType(info.type);
    info.library = !locations.isUser(variable->getFile());
    info.variable = !info.library && !variable->isArtificial();
    info.variableName = variable->getName().str();
    info.name = "local " + info.variableName;
    info.loc = locations.of(variable->getFile(), variable->getLine(), record->getDebugLoc().getCol());
    if (const llvm::DISubprogram* function = variable->getScope()->getSubprogram())
      info.function = qualifiedName(function);
  }
}

void describeGlobal(const llvm::GlobalVariable* global, Locations& locations, AllocationInfo& info) {
  info.name = "::" + global->getName().str();
  info.array = global->getValueType()->isArrayTy();
  info.library = true;
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  global->getDebugInfo(expressions);
  for (const llvm::DIGlobalVariableExpression* expression : expressions) {
    const llvm::DIGlobalVariable* variable = expression->getVariable();
    info.type = variable->getType();
    info.array = isArrayType(info.type);
    info.variableName = variable->getName().str();
    const std::string scope = qualifiedName(variable->getScope());
    info.name = "::" + (scope.empty() ? "" : scope + "::") + info.variableName;
    info.library = !locations.isUser(variable->getFile());
    info.variable = !info.library;
    info.loc = locations.of(variable->getFile(), variable->getLine(), 0);
  }
}

// malloc has no type of its own; the pointer variable that takes its result has.
const llvm::DIType* pointeeOfVariable(const llvm::CallBase* call) {
  llvm::SmallVector<llvm::DbgValueInst*, 2> intrinsics;
  llvm::SmallVector<llvm::DbgVariableRecord*, 2> records;
  llvm::findDbgValues(intrinsics, const_cast<llvm::CallBase*>(call), &records);
  for (const llvm::DbgVariableRecord* record : records) {
    const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(stripped(record->getVariable()->getType()));
    if (pointer != nullptr && pointer->getTag() == llvm::dwarf::DW_TAG_pointer_type)
      return stripped(pointer->getBaseType());
  }
  return nullptr;
}

void describeHeap(const llvm::CallBase* call, Locations& locations, AllocationInfo& info) {
  info.loc = locations.user(call->getDebugLoc());
  const llvm::DIType* type = heapType(*call);
  info.library = type == nullptr && locations.inLibrary(call->getDebugLoc());
  if (type == nullptr) type = allocatorElement(call->getDebugLoc());
  const bool castTo = type == nullptr && !info.library;
  if (castTo) type = pointeeOfVariable(call);
  const Managed managed = managedObject(type);
  const llvm::Function* callee = call->getCalledFunction();
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  const bool oneStruct =
      castTo && type != nullptr && size != nullptr && size->getZExtValue() * 8 == type->getSizeInBits();
  const bool single = oneStruct || (callee != nullptr && callee->getName().starts_with("_Znw") && !info.library);
  info.array = !single;
  if (managed.type != nullptr) {
    type = managed.type;
    info.base = managed.offset;
    info.library = false;
    info.array = false;
  }
  info.type = type;
  info.name = (info.library ? "library storage for " : "new ") + typeName(type);
}

}  // namespace

AllocationInfo describeAllocation(const llvm::Value* site, Locations& locations) {
  AllocationInfo info;
  if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(site)) {
    describeLocal(alloca, locations, info);
  } else if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(site)) {
    describeGlobal(global, locations, info);
  } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(site)) {
    describeHeap(call, locations, info);
  }
  return info;
}

Objects::Objects(const ExtractInput& input, Locations& locations, program::Program& program)
    : input_(input), locations_(locations), program_(program), types_(program.types) {
  const auto& instances = input.pointsTo.instances();
  for (std::uint32_t i = 0; i < instances.size(); ++i) {
    if (input.multiplicity.runs(i)) instancesOf_[instances[i]->function].push_back(i);
  }
}

program::ObjectId Objects::of(Andersen::Object object) {
  const MemoryObject& memory = input_.pointsTo.objects()[object];
  if (memory.kind == MemoryKind::Function) return {};
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(memory.site);
  if (global != nullptr && global->isConstant()) return {};
  auto [at, isNew] = ids_.try_emplace(object, program::ObjectId(program_.objects.size()));
  if (isNew) {
    program_.objects.emplace_back();
    solverObject_.push_back(object);
    data_.push_back(false);
    program::Object described = describe(object);
    const AllocationInfo info = describeAllocation(memory.site, locations_);
    data_[at->second.index()] = memory.kind == MemoryKind::Heap || (memory.kind != MemoryKind::Thread && info.variable);
    program_.objects[at->second.index()] = std::move(described);
  }
  return at->second;
}

bool Objects::liesInArray(const program::Place& place) const {
  const MemoryObject& memory = input_.pointsTo.objects()[solverObject_[place.object.index()]];
  if (memory.kind == MemoryKind::Thread || place.offset < 0) return true;
  const AllocationInfo info = describeAllocation(memory.site, locations_);
  const auto base = static_cast<std::int64_t>(info.base);
  return info.array ||
         (place.offset >= base && frontend::liesInArray(info.type, static_cast<std::uint64_t>(place.offset - base)));
}

std::string Objects::name(Andersen::Object object) {
  const program::ObjectId id = of(object);
  if (!id.valid()) return {};
  const program::Object& described = program_.objects[id.index()];
  const Position at = program_.position(described.site);
  std::string name = described.name;
  if (at.line != 0) name += " (" + at.file.substr(at.file.rfind('/') + 1) + ":" + std::to_string(at.line) + ")";
  if (described.isOther) name += ", others";
  return name;
}

program::Object Objects::describe(Andersen::Object object) {
  const MemoryObject& memory = input_.pointsTo.objects()[object];
  program::Object out;
  if (memory.kind == MemoryKind::Thread) {
    out.kind = program::ObjectKind::Thread;
    out.name = "thread";
    out.site = locations_.user(llvm::cast<llvm::Instruction>(memory.site)->getDebugLoc());
    decideExactness(out, object);
    return out;
  }
  const AllocationInfo info = describeAllocation(memory.site, locations_);
  out.kind = memory.kind == MemoryKind::Global  ? program::ObjectKind::Global
             : memory.kind == MemoryKind::Stack ? program::ObjectKind::Stack
                                                : program::ObjectKind::Heap;
  out.name = info.name;
  out.site = info.loc;
  out.type = types_.of(info.type);
  out.base = info.base;
  out.size = input_.pointsTo.solver().object(object).size;
  out.library = info.library;
  out.array = info.array;
  const bool asked = std::find(input_.asked.begin(), input_.asked.end(), memory.site) != input_.asked.end();
  out.isQuery = asked && memory.part != MemoryObject::Part::Other;
  out.isOther = asked && memory.part == MemoryObject::Part::Other;
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(memory.site)) out.threadLocal = global->isThreadLocal();
  decideExactness(out, object);
  return out;
}

// An object is exact if its site runs at most once: in all instances that make it under this name together.
void Objects::decideExactness(program::Object& out, Andersen::Object object) {
  const MemoryObject& memory = input_.pointsTo.objects()[object];
  if (memory.part == MemoryObject::Part::Isolated) {
    out.exact = true;
    return;
  }
  if (memory.part == MemoryObject::Part::Other) {
    out.whyInexact = "stands for all objects made there but one";
    return;
  }
  if (memory.kind == MemoryKind::Global) {
    out.exact = !out.threadLocal;
    if (out.threadLocal) out.whyInexact = "one per thread";
    return;
  }
  const auto* site = llvm::cast<llvm::Instruction>(memory.site);
  unsigned makers = 0;
  for (std::uint32_t i : instancesOf_[site->getFunction()]) {
    const ContextId context = input_.pointsTo.instances()[i]->context;
    if (input_.pointsTo.contextOfObjectsMadeBy(context) != memory.context) continue;
    ++makers;
    if (out.whyInexact.empty()) out.whyInexact = input_.multiplicity.whyNot(i, site);
  }
  if (makers > 1 && out.whyInexact.empty()) out.whyInexact = "made in a function that runs for several objects";
  out.exact = out.whyInexact.empty();
}

Andersen::Object Objects::threadHeldOnlyBy(Andersen::Object local) {
  const Andersen& solver = input_.pointsTo.solver();
  if (!holdersKnown_) {
    holdersKnown_ = true;
    for (const llvm::Function& function : input_.module) {
      detaches_ = detaches_ || (modelOf(function.getName()) == Model::Detach && !function.use_empty());
    }
    for (Andersen::Object object = 0; object < solver.objectCount(); ++object) {
      for (Andersen::Loc loc : solver.object(object).locs) {
        for (Andersen::Loc held : solver.contents(loc)) {
          auto& list = holders_[solver.objectOf(held)];
          if (input_.pointsTo.objects()[solver.objectOf(held)].kind != MemoryKind::Thread) continue;
          if (list.empty() || list.back() != object) list.push_back(object);
        }
      }
    }
  }
  if (detaches_) return Andersen::kNone;
  Andersen::Object found = Andersen::kNone;
  for (const auto& [thread, objects] : holders_) {
    if (std::find(objects.begin(), objects.end(), local) == objects.end()) continue;
    if (objects.size() != 1 || found != Andersen::kNone) return Andersen::kNone;
    found = thread;
  }
  return found;
}

void Objects::writeCells() {
  std::vector<Andersen::Object> todo;
  std::set<Andersen::Object> seen;
  auto& solver = input_.pointsTo.solver();
  for (Andersen::Object object = 0; object < solver.objectCount(); ++object) {
    const program::ObjectId id = of(object);
    if (!id.valid()) continue;
    if (program_.objects[id.index()].kind != program::ObjectKind::Thread && seen.insert(object).second)
      todo.push_back(object);
  }
  for (Andersen::Object object : todo) {
    const std::vector<Andersen::Loc> locs = solver.object(object).locs;
    for (Andersen::Loc loc : locs) {
      program::Cell cell;
      cell.at = {of(object), solver.offsetOf(loc)};
      for (Andersen::Loc target : solver.contents(loc)) {
        const program::ObjectId to = of(solver.objectOf(target));
        if (to.valid()) cell.to.push_back({to, solver.offsetOf(target)});
      }
      std::sort(cell.to.begin(), cell.to.end());
      if (!cell.to.empty()) program_.cells.push_back(std::move(cell));
    }
  }
  std::sort(program_.cells.begin(), program_.cells.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
}

}  // namespace empire::frontend
