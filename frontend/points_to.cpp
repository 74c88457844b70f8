#include "frontend/points_to.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace empire::frontend {

namespace {

constexpr std::size_t kMaxInstances = 50'000;  // beyond this, new calls are not distinguished by object

// Pointers, and integers and aggregates that can carry one.
bool carriesPointers(const llvm::Type* type) {
  if (type->isPointerTy()) return true;
  if (const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type)) return integer->getBitWidth() == 64;
  if (const auto* aggregate = llvm::dyn_cast<llvm::StructType>(type)) {
    return std::any_of(aggregate->element_begin(), aggregate->element_end(),
                       [](const llvm::Type* t) { return carriesPointers(t); });
  }
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return carriesPointers(array->getElementType());
  return false;
}

bool isTypeInfo(const llvm::GlobalValue* global) {
  return global->getName().starts_with("_ZTI") || global->getName().starts_with("_ZTS");
}

bool isTable(const llvm::GlobalValue* global) {
  return global->getName().starts_with("_ZTV") || global->getName().starts_with("_ZTT") ||
         global->getName().starts_with("_ZTC");
}

// The byte steps of a getelementptr; see Andersen::Step.
Andersen::Step stepOf(const llvm::GEPOperator& gep, const llvm::DataLayout& layout) {
  Andersen::Step step;
  bool first = true;
  for (auto at = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); at != end; ++at) {
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(at.getOperand());
    if (llvm::StructType* structure = at.getStructTypeOrNull()) {
      const auto offset = static_cast<std::int64_t>(
          layout.getStructLayout(structure)->getElementOffset(static_cast<unsigned>(index->getZExtValue())));
      step.folded += offset;
      step.exact += offset;
    } else {
      const llvm::Type* element = at.getIndexedType();
      const bool bytes = first && element->isIntegerTy(8);
      if (index == nullptr) {
        // A variable number of bytes could lead anywhere; of elements, only to another element.
        if (bytes) step.unknown = true;
        step.exact = 0;
      } else {
        const std::int64_t offset =
            index->getSExtValue() *
            static_cast<std::int64_t>(layout.getTypeAllocSize(at.getIndexedType()).getFixedValue());
        step.exact += offset;
        if (bytes) step.folded += offset;
      }
    }
    first = false;
  }
  return step;
}

bool stepsByVariable(const llvm::GEPOperator& gep) {
  return std::any_of(gep.idx_begin(), gep.idx_end(),
                     [](const llvm::Use& i) { return !llvm::isa<llvm::ConstantInt>(i); });
}

// A constant member function pointer {function, adjustment}.
bool isAdjusting(const llvm::Value* value) {
  const auto* pair = llvm::dyn_cast<llvm::ConstantStruct>(value);
  if (pair == nullptr || pair->getNumOperands() != 2 || !pair->getType()->getElementType(0)->isIntegerTy(64))
    return false;
  const auto* second = llvm::dyn_cast<llvm::ConstantInt>(pair->getOperand(1));
  return second == nullptr || !second->isZero();
}

bool adjustsSomewhere(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (std::any_of(instruction.value_op_begin(), instruction.value_op_end(), isAdjusting)) return true;
    }
  }
  return std::any_of(module.global_begin(), module.global_end(), [](const llvm::GlobalVariable& global) {
    if (!global.hasInitializer()) return false;
    std::vector<const llvm::Constant*> todo = {global.getInitializer()};
    while (!todo.empty()) {
      const llvm::Constant* constant = todo.back();
      todo.pop_back();
      if (isAdjusting(constant)) return true;
      if (!llvm::isa<llvm::ConstantAggregate>(constant)) continue;
      for (const llvm::Use& part : constant->operands()) todo.push_back(llvm::cast<llvm::Constant>(part));
    }
    return false;
  });
}

}  // namespace

PointsTo::PointsTo(const llvm::Module& module, std::vector<const llvm::Value*> isolated)
    : module_(module), layout_(module.getDataLayout()), isolated_(std::move(isolated)) {
  plainMemberPointers_ = !adjustsSomewhere(module);
  for (const llvm::GlobalVariable& global : module.globals()) {
    if (global.hasInitializer() && !isTypeInfo(&global) && !global.getName().starts_with("llvm.")) initialise(&global);
  }
  if (const llvm::GlobalVariable* ctors = module.getGlobalVariable("llvm.global_ctors")) {
    if (const auto* list = llvm::dyn_cast<llvm::ConstantArray>(ctors->getInitializer())) {
      for (const llvm::Use& entry : list->operands()) {
        const auto* function =
            llvm::dyn_cast<llvm::Function>(llvm::cast<llvm::Constant>(entry)->getOperand(1)->stripPointerCasts());
        if (function != nullptr) initialisers_.push_back(instanceFor(function, kNoContext));
      }
    }
  }
  if (const llvm::Function* main = module.getFunction("main"); main != nullptr && !main->isDeclaration()) {
    main_ = instanceFor(main, kNoContext);
  }
  for (bool more = true; more;) {
    while (!todo_.empty()) {
      const std::uint32_t next = todo_.back();
      todo_.pop_back();
      translate(next);
    }
    solver_.solve();
    more = !todo_.empty() || bindWaiting();
  }
  for (auto& [key, list] : targets_) {
    std::sort(list.begin(), list.end());
    const llvm::Function* callee = key.second->getCalledFunction();
    if (callee == nullptr || modelOf(callee->getName()) != Model::AtExit) continue;
    for (const Target& target : list) finalisers_.push_back(target.instance);
  }
}

// Objects are named by site, part, and context.
Andersen::Object PointsTo::objectFor(const llvm::Value* site, MemoryKind kind, ContextId context, std::uint32_t maker,
                                     MemoryObject::Part part, std::uint64_t size, bool exactSteps) {
  const std::uint64_t key =
      (std::uint64_t{context} << 8) | (static_cast<std::uint64_t>(kind) << 2) | static_cast<std::uint64_t>(part);
  auto [at, isNew] = objectIds_.try_emplace({site, key}, 0u);
  if (isNew) {
    at->second = solver_.newObject(size, exactSteps);
    memory_.push_back({kind, site, context, maker, part});
  }
  return at->second;
}

Andersen::Object PointsTo::globalObject(const llvm::GlobalValue* global) {
  std::uint64_t size = 0;
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(global)) {
    if (variable->getValueType()->isSized()) size = layout_.getTypeAllocSize(variable->getValueType()).getFixedValue();
  }
  const MemoryKind kind = llvm::isa<llvm::Function>(global) ? MemoryKind::Function : MemoryKind::Global;
  return objectFor(global, kind, kNoContext, UINT32_MAX, MemoryObject::Part::Whole, size, isTable(global));
}

void PointsTo::initialise(const llvm::GlobalVariable* global) {
  initialiseFrom(globalObject(global), global->getInitializer(), 0);
}

void PointsTo::initialiseFrom(Andersen::Object object, const llvm::Constant* init, std::int64_t offset) {
  std::vector<std::pair<const llvm::Constant*, std::int64_t>> todo = {{init, offset}};
  const bool exact = solver_.object(object).exactSteps;
  while (!todo.empty()) {
    const auto [constant, at] = todo.back();
    todo.pop_back();
    if (const auto* structure = llvm::dyn_cast<llvm::ConstantStruct>(constant)) {
      const llvm::StructLayout* fields = layout_.getStructLayout(structure->getType());
      for (unsigned i = 0; i < structure->getNumOperands(); ++i) {
        todo.emplace_back(structure->getOperand(i), at + static_cast<std::int64_t>(fields->getElementOffset(i)));
      }
    } else if (const auto* array = llvm::dyn_cast<llvm::ConstantArray>(constant)) {
      const auto size =
          static_cast<std::int64_t>(layout_.getTypeAllocSize(array->getType()->getElementType()).getFixedValue());
      for (unsigned i = 0; i < array->getNumOperands(); ++i) {
        todo.emplace_back(array->getOperand(i), at + (exact ? size * i : 0));
      }
    } else if (constant->getType()->isPointerTy() || constant->getType()->isIntegerTy(64)) {
      const Loc target = constantLoc(constant);
      const Loc cell = solver_.loc(object, at);
      if (target == Andersen::kNone || cell == Andersen::kNone) continue;
      const Node pointer = solver_.newNode();
      const Node value = solver_.newNode();
      solver_.addLoc(pointer, cell);
      solver_.addLoc(value, target);
      solver_.store(pointer, value);
    }
  }
}

// The one place that a constant leads to.
Andersen::Loc PointsTo::constantLoc(const llvm::Constant* constant) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(constant)) {
    if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(global)) return constantLoc(alias->getAliasee());
    if (isTypeInfo(global)) return Andersen::kNone;
    return solver_.loc(globalObject(global), 0);
  }
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant);
  if (expression == nullptr) return Andersen::kNone;
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
    const Loc base = constantLoc(llvm::cast<llvm::Constant>(gep->getPointerOperand()));
    if (base == Andersen::kNone) return base;
    const Andersen::Step step = stepOf(*gep, layout_);
    const Andersen::Object object = solver_.objectOf(base);
    return solver_.loc(object, solver_.offsetOf(base) + (solver_.object(object).exactSteps ? step.exact : step.folded));
  }
  if (expression->isCast()) return constantLoc(expression->getOperand(0));
  return Andersen::kNone;
}

Andersen::Node PointsTo::constantNode(const llvm::Constant* constant) {
  auto found = constants_.find(constant);
  if (found != constants_.end()) return found->second;
  const Node node = solver_.newNode();
  constants_[constant] = node;
  if (const auto* structure = llvm::dyn_cast<llvm::ConstantStruct>(constant)) {  // member function pointers
    for (const llvm::Use& part : structure->operands()) {
      solver_.addLoc(node, constantLoc(llvm::cast<llvm::Constant>(part)));
    }
  } else {
    solver_.addLoc(node, constantLoc(constant));
  }
  return node;
}

Andersen::Node PointsTo::node(std::uint32_t instance, const llvm::Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return constantNode(constant);
  auto [at, isNew] = instances_[instance]->values.try_emplace(value, 0u);
  if (isNew) at->second = solver_.newNode();
  return at->second;
}

llvm::SparseBitVector<> PointsTo::places(std::uint32_t instance, const llvm::Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return solver_.places(constantNode(constant));
  auto found = instances_[instance]->values.find(value);
  return found == instances_[instance]->values.end() ? llvm::SparseBitVector<>() : solver_.places(found->second);
}

const std::vector<Target>& PointsTo::targets(std::uint32_t instance, const llvm::CallBase* call) const {
  static const std::vector<Target> kNobody;
  auto found = targets_.find({instance, call});
  return found == targets_.end() ? kNobody : found->second;
}

Andersen::Object PointsTo::threadOf(std::uint32_t instance, const llvm::CallBase* call) const {
  auto found = threads_.find({instance, call});
  return found == threads_.end() ? Andersen::kNone : found->second;
}

std::uint32_t PointsTo::instanceFor(const llvm::Function* function, ContextId context) {
  auto [at, isNew] = instanceIds_.try_emplace({function, context}, static_cast<std::uint32_t>(instances_.size()));
  if (isNew) {
    auto instance = std::make_unique<Instance>();
    instance->function = function;
    instance->context = context;
    instance->result = solver_.newNode();
    instances_.push_back(std::move(instance));
    todo_.push_back(at->second);
  }
  return at->second;
}

// The context that objects made on behalf of `object` belong to.
ContextId PointsTo::contextName(Andersen::Object object) const {
  const MemoryObject& memory = memory_[object];
  return memory.context == kNoContext ? object : memory.context;
}

void PointsTo::translate(std::uint32_t instance) {
  for (const llvm::Instruction& instruction : llvm::instructions(*instances_[instance]->function)) {
    translate(instance, instruction);
  }
}

void PointsTo::translateGep(std::uint32_t instance, const llvm::GEPOperator& gep, Node to) {
  Andersen::Step step = stepOf(gep, layout_);
  // Calls through member function pointers add the pointer's second part to `this`.
  const bool adjusts = gep.getNumIndices() == 1 && gep.getOperand(1)->getName().starts_with("memptr.adj");
  if (adjusts && plainMemberPointers_) return solver_.copy(node(instance, gep.getPointerOperand()), to);
  const Node from = node(instance, gep.getPointerOperand());
  if (stepsByVariable(gep) && !step.unknown) {
    // Variable element of a vtable: any slot. Of an array: the folded element.
    Andersen::Step folded = step;
    solver_.watch(from, [this, to, folded](Loc loc) {
      const Andersen::Object object = solver_.objectOf(loc);
      const std::int64_t offset = solver_.offsetOf(loc);
      const bool anywhere = solver_.object(object).exactSteps || offset == Andersen::kAnywhere;
      solver_.addLoc(to, solver_.loc(object, anywhere ? Andersen::kAnywhere : offset + folded.folded));
    });
    return;
  }
  solver_.step(from, to, step);
}

void PointsTo::allocate(std::uint32_t instance, const llvm::Instruction& site, MemoryKind kind, std::uint64_t size,
                        Node to) {
  const ContextId own = instances_[instance]->context;
  const ContextId context = own == kNoContext ? kNoContext : contextName(own);
  if (std::find(isolated_.begin(), isolated_.end(), &site) != isolated_.end()) {
    solver_.addLoc(
        to, solver_.loc(objectFor(&site, kind, kNoContext, instance, MemoryObject::Part::Isolated, size, false), 0));
    solver_.addLoc(to,
                   solver_.loc(objectFor(&site, kind, context, instance, MemoryObject::Part::Other, size, false), 0));
    return;
  }
  solver_.addLoc(to, solver_.loc(objectFor(&site, kind, context, instance, MemoryObject::Part::Whole, size, false), 0));
}

void PointsTo::translate(std::uint32_t instance, const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return translateCall(instance, *call);
  if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    const std::uint64_t size = layout_.getTypeAllocSize(alloca->getAllocatedType()).getFixedValue();
    return allocate(instance, *alloca, MemoryKind::Stack, alloca->isArrayAllocation() ? 0 : size,
                    node(instance, alloca));
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (!carriesPointers(store->getValueOperand()->getType())) return;
    return solver_.store(node(instance, store->getPointerOperand()), node(instance, store->getValueOperand()));
  }
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    if (!carriesPointers(exchange->getNewValOperand()->getType())) return;
    solver_.store(node(instance, exchange->getPointerOperand()), node(instance, exchange->getNewValOperand()));
    return solver_.load(node(instance, exchange->getPointerOperand()), node(instance, exchange));
  }
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    if (!carriesPointers(update->getType())) return;
    solver_.store(node(instance, update->getPointerOperand()), node(instance, update->getValOperand()));
    return solver_.load(node(instance, update->getPointerOperand()), node(instance, update));
  }
  if (const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    const llvm::Value* value = ret->getReturnValue();
    if (value != nullptr && carriesPointers(value->getType())) {
      solver_.copy(node(instance, value), instances_[instance]->result);
    }
    return;
  }
  if (!carriesPointers(instruction.getType())) return;
  const Node to = node(instance, &instruction);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return solver_.load(node(instance, load->getPointerOperand()), to);
  }
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) return translateGep(instance, *gep, to);
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    for (const llvm::Value* value : phi->incoming_values()) solver_.copy(node(instance, value), to);
    return;
  }
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    solver_.copy(node(instance, select->getTrueValue()), to);
    return solver_.copy(node(instance, select->getFalseValue()), to);
  }
  if (const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    // Address arithmetic on integers. The difference of two addresses is none.
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(binary->getOperand(1));
    const auto op = binary->getOpcode();
    if (constant != nullptr && (op == llvm::Instruction::Add || op == llvm::Instruction::Sub)) {
      const std::int64_t by = op == llvm::Instruction::Add ? constant->getSExtValue() : -constant->getSExtValue();
      return solver_.step(node(instance, binary->getOperand(0)), to, {by, by, false});
    }
    if (op == llvm::Instruction::And || op == llvm::Instruction::Or || op == llvm::Instruction::Xor ||
        op == llvm::Instruction::Add) {
      for (const llvm::Value* operand : binary->operand_values()) {
        if (!llvm::isa<llvm::ConstantInt>(operand)) solver_.copy(node(instance, operand), to);
      }
    }
    return;
  }
  // Casts, insertvalue, extractvalue, freeze: the result holds what the operands hold.
  if (llvm::isa<llvm::CastInst, llvm::InsertValueInst, llvm::ExtractValueInst, llvm::FreezeInst>(&instruction)) {
    for (const llvm::Value* operand : instruction.operand_values()) {
      if (carriesPointers(operand->getType())) solver_.copy(node(instance, operand), to);
    }
  }
}

std::vector<Andersen::Node> PointsTo::argumentNodes(std::uint32_t instance, const llvm::CallBase& call) {
  std::vector<Node> nodes;
  for (const llvm::Use& argument : call.args()) {
    nodes.push_back(carriesPointers(argument->getType()) ? node(instance, argument) : Andersen::kNone);
  }
  return nodes;
}

void PointsTo::translateCall(std::uint32_t instance, const llvm::CallBase& call) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(call) || call.isInlineAsm()) return;
  if (const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&call)) {
    const auto* size = llvm::dyn_cast<llvm::ConstantInt>(transfer->getLength());
    return solver_.copyMemory(node(instance, transfer->getDest()), node(instance, transfer->getSource()),
                              size == nullptr ? 0 : size->getZExtValue());
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    // threadlocal.address, launder and the like return their argument.
    if (carriesPointers(intrinsic->getType()) && intrinsic->arg_size() > 0 &&
        intrinsic->getArgOperand(0)->getType()->isPointerTy()) {
      solver_.copy(node(instance, intrinsic->getArgOperand(0)), node(instance, intrinsic));
    }
    return;
  }
  const Node result = carriesPointers(call.getType()) ? node(instance, &call) : Andersen::kNone;
  const llvm::Function* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (callee == nullptr)
    return callThrough(instance, call, node(instance, call.getCalledOperand()), argumentNodes(instance, call), result);
  if (callee->isDeclaration() || keepsItsCall(callee->getName())) return translateModel(instance, call, *callee);
  connect(instance, call, callee, argumentNodes(instance, call), result);
}

void PointsTo::callThrough(std::uint32_t instance, const llvm::CallBase& call, Node function, std::vector<Node> args,
                           Node result) {
  solver_.watch(function, [this, instance, &call, args = std::move(args), result](Loc loc) {
    const MemoryObject& memory = memory_[solver_.objectOf(loc)];
    if (memory.kind != MemoryKind::Function) return;
    const auto* callee = llvm::cast<llvm::Function>(memory.site);
    if (callee->isDeclaration()) {
      targets_.insert({{instance, &call}, {}});
      return;
    }
    connect(instance, call, callee, args, result);
  });
}

// One instance per object that the first argument may lead to; without a pointer there, one instance in all.
void PointsTo::connect(std::uint32_t instance, const llvm::CallBase& call, const llvm::Function* callee,
                       std::vector<Node> args, Node result) {
  if (!seen_.insert({{instance, &call}, {callee, UINT64_MAX}}).second) return;
  const bool byObject = callee->arg_size() > 0 && callee->getArg(0)->getType()->isPointerTy() && !args.empty() &&
                        args[0] != Andersen::kNone;
  if (!byObject || instances_.size() > kMaxInstances) {
    bind(instance, call, instanceFor(callee, kNoContext), kNoContext, args, result);
    return;
  }
  const Node first = args[0];
  waiting_.push_back({instance, &call, callee, args, result});
  solver_.watch(first, [this, instance, &call, callee, args = std::move(args), result](Loc loc) {
    const Andersen::Object object = solver_.objectOf(loc);
    if (memory_[object].kind == MemoryKind::Function) return;
    // String literals and other constants are not worth an instance each.
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(memory_[object].site);
    const ContextId context = global != nullptr && global->isConstant() ? kNoContext : object;
    const std::uint32_t target = instanceFor(callee, context);
    std::vector<Node> rest = args;
    rest[0] = Andersen::kNone;
    bind(instance, call, target, context, rest, result);
    solver_.addLoc(node(target, callee->getArg(0)), loc);
  });
}

// A call must go somewhere even if the analysis knows no object for its first argument.
bool PointsTo::bindWaiting() {
  const std::vector<Waiting> waiting = std::move(waiting_);
  waiting_.clear();
  bool any = false;
  for (const Waiting& w : waiting) {
    const auto& list = targets_[{w.instance, w.call}];
    const bool bound = std::any_of(list.begin(), list.end(), [&](const Target& target) {
      return instances_[target.instance]->function == w.callee;
    });
    if (bound) continue;
    bind(w.instance, *w.call, instanceFor(w.callee, kNoContext), kNoContext, w.args, w.result);
    any = true;
  }
  return any;
}

void PointsTo::bind(std::uint32_t instance, const llvm::CallBase& call, std::uint32_t callee, ContextId when,
                    const std::vector<Node>& args, Node result) {
  if (!seen_.insert({{instance, &call}, {nullptr, (std::uint64_t{callee} << 32) | when}}).second) return;
  targets_[{instance, &call}].push_back({callee, when});
  const llvm::Function* function = instances_[callee]->function;
  for (std::size_t i = 0; i < args.size() && i < function->arg_size(); ++i) {
    const llvm::Argument* parameter = function->getArg(static_cast<unsigned>(i));
    if (args[i] != Andersen::kNone && carriesPointers(parameter->getType()))
      solver_.copy(args[i], node(callee, parameter));
  }
  if (result != Andersen::kNone) solver_.copy(instances_[callee]->result, result);
}

void PointsTo::startThread(std::uint32_t instance, const llvm::CallBase& call, Node function, std::vector<Node> args,
                           Node handlePointer) {
  const Andersen::Object thread =
      objectFor(&call, MemoryKind::Thread,
                instances_[instance]->context == kNoContext ? kNoContext : contextName(instances_[instance]->context),
                instance, MemoryObject::Part::Whole, 1, false);
  threads_[{instance, &call}] = thread;
  targets_.insert({{instance, &call}, {}});
  const Node handle = solver_.newNode();
  solver_.addLoc(handle, solver_.loc(thread, 0));
  if (handlePointer != Andersen::kNone) solver_.store(handlePointer, handle);
  callThrough(instance, call, function, std::move(args), Andersen::kNone);
}

void PointsTo::translateModel(std::uint32_t instance, const llvm::CallBase& call, const llvm::Function& callee) {
  const Node result = carriesPointers(call.getType()) ? node(instance, &call) : Andersen::kNone;
  auto argument = [&](unsigned i) {
    return i < call.arg_size() && carriesPointers(call.getArgOperand(i)->getType())
               ? node(instance, call.getArgOperand(i))
               : Andersen::kNone;
  };
  switch (modelOf(callee.getName())) {
    case Model::Allocate: {
      std::uint64_t size = 0;
      if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0)))
        size = constant->getZExtValue();
      if (result != Andersen::kNone) allocate(instance, call, MemoryKind::Heap, size, result);
      return;
    }
    case Model::Reallocate:
      if (result == Andersen::kNone) return;
      allocate(instance, call, MemoryKind::Heap, 0, result);
      solver_.copy(argument(0), result);
      return solver_.copyMemory(result, argument(0), 0);
    case Model::CopyMemory:
      if (result != Andersen::kNone) solver_.copy(argument(0), result);
      return solver_.copyMemory(argument(0), argument(1), 0);
    case Model::ReturnsFirst:
    case Model::FillMemory:
      if (result != Andersen::kNone && argument(0) != Andersen::kNone) solver_.copy(argument(0), result);
      return;
    case Model::StdThreadStart: {
      // _M_run is slot 2 of the state's vtable.
      const Node state = solver_.newNode(), table = solver_.newNode(), slot = solver_.newNode(),
                 run = solver_.newNode();
      solver_.load(argument(1), state);
      solver_.load(state, table);
      solver_.step(table, slot, {16, 16, false});
      solver_.load(slot, run);
      return startThread(instance, call, run, {state}, argument(0));
    }
    case Model::PthreadCreate: return startThread(instance, call, argument(2), {argument(3)}, argument(0));
    case Model::ThrdCreate: return startThread(instance, call, argument(1), {argument(2)}, argument(0));
    case Model::Once: {
      // std::call_once hands its callable over in a thread-local variable and passes the library's own proxy.
      const llvm::GlobalVariable* handedOver = module_.getGlobalVariable("_ZSt11__once_call");
      const bool proxy = call.getArgOperand(1)->stripPointerCasts()->getName() == "__once_proxy";
      if (!proxy || handedOver == nullptr) return callThrough(instance, call, argument(1), {}, Andersen::kNone);
      const Node function = solver_.newNode();
      solver_.load(constantNode(handedOver), function);
      return callThrough(instance, call, function, {}, Andersen::kNone);
    }
    case Model::AtExit: callThrough(instance, call, argument(0), {argument(1)}, Andersen::kNone); return;
    case Model::CallsBack:
      for (unsigned i = 0; i < call.arg_size(); ++i) {
        if (argument(i) != Andersen::kNone)
          callThrough(instance, call, argument(i), {argument(0), argument(0)}, Andersen::kNone);
      }
      return;
    case Model::Unknown:
    case Model::Library:
    case Model::Reads:
      // The result may be anything that went in.
      if (result == Andersen::kNone) return;
      for (unsigned i = 0; i < call.arg_size(); ++i) {
        if (argument(i) != Andersen::kNone) solver_.copy(argument(i), result);
      }
      return;
    default: return;
  }
}

}  // namespace empire::frontend
