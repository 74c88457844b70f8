// From LLVM instances to program facts.
//
// Each instance becomes one Function. Blocks are walked together with the small integers known there (KnownValues); a
// block that is entered with different knowledge becomes several copies. Instructions that touch no memory of interest,
// lock, thread or call disappear. Pointers are named by their root: the value they were computed from by adding
// offsets.

#include "frontend/extract.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend/compare_exchange.h"
#include "frontend/known_values.h"
#include "frontend/locations.h"
#include "frontend/objects.h"
#include "frontend/types.h"
#include "support/check.h"

namespace empire::frontend {

namespace {

using program::Node;
using program::NodeId;
using program::Op;
using program::Operand;
using program::Place;
using program::Value;
using program::ValueId;

constexpr std::size_t kMaxCopies = 16;  // of one block, for different known values

// The kind of mutex, told by the class whose member function locks it.
enum class MutexKind { Plain, Recursive, NotKnown };
MutexKind mutexKind(const llvm::DILocation* location) {
  for (; location != nullptr; location = location->getInlinedAt()) {
    const llvm::DISubprogram* function = location->getScope()->getSubprogram();
    const auto* owner = function == nullptr ? nullptr : llvm::dyn_cast_or_null<llvm::DIType>(function->getScope());
    if (owner == nullptr) continue;
    const std::string name = qualifiedName(owner);
    if (name.starts_with("std::recursive_") || name.starts_with("std::__recursive_")) return MutexKind::Recursive;
    if (name == "std::mutex" || name == "std::timed_mutex" || name == "std::shared_mutex" ||
        name == "std::shared_timed_mutex" || name.starts_with("std::__shared_mutex") || name == "std::__condvar") {
      return MutexKind::Plain;
    }
  }
  return MutexKind::NotKnown;
}

// Which instances can be left by an exception.
class MayThrow {
 public:
  explicit MayThrow(const PointsTo& pointsTo) : pointsTo_(pointsTo), throws_(pointsTo.instances().size()) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t i = 0; i < throws_.size(); ++i) {
        if (!throws_[i] && escapes(i)) throws_[i] = changed = true;
      }
    }
  }

  bool call(std::uint32_t instance, const llvm::CallBase& call) const {
    if (call.doesNotThrow()) return false;
    const auto& targets = pointsTo_.targets(instance, &call);
    const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    if (callee != nullptr && callee->isDeclaration()) {
      switch (modelOf(callee->getName())) {
        case Model::Throw:
        case Model::Unknown:
        case Model::Library:
        case Model::Allocate:
        case Model::StdThreadStart: return !callee->doesNotThrow();
        case Model::Once:
        case Model::CallsBack: break;
        default: return false;
      }
    }
    return std::any_of(targets.begin(), targets.end(), [&](const Target& t) { return throws_[t.instance]; });
  }

 private:
  bool escapes(std::uint32_t instance) const {
    const llvm::Function& function = *pointsTo_.instances()[instance]->function;
    if (function.doesNotThrow()) return false;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::ResumeInst>(instruction)) return true;
      const auto* plain = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (plain != nullptr && !llvm::isa<llvm::IntrinsicInst>(plain) && call(instance, *plain)) return true;
    }
    return false;
  }

  const PointsTo& pointsTo_;
  std::vector<bool> throws_;
};

class FunctionWriter {
 public:
  FunctionWriter(const ExtractInput& input, Objects& objects, Locations& locations, const MayThrow& mayThrow,
                 program::Program& program, std::uint32_t instance)
      : input_(input),
        objects_(objects),
        locations_(locations),
        mayThrow_(mayThrow),
        program_(program),
        instance_(instance),
        function_(*input.pointsTo.instances()[instance]->function),
        feeds_(loadsOfExchanges(function_)),
        layout_(input.module.getDataLayout()) {}

  program::Function write() {
    describe();
    parameters();
    const NodeId entry = add(skip({}));
    todo_.clear();
    const NodeId first = blockNode(&function_.getEntryBlock(), {});
    out_.nodes[entry.index()].next = {first};
    while (!todo_.empty()) {
      const Copy copy = todo_.back();
      todo_.pop_back();
      writeBlock(copy);
    }
    for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
      const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
      if (exchange != nullptr && exchanges_.contains(exchange)) foldReads(*exchange, exchanges_[exchange]);
    }
    return std::move(out_);
  }

 private:
  // A compare-exchange as written: the branches into its two outcomes, and the reads whose value it compares with,
  // those of failed attempts among them.
  struct Exchange {
    std::vector<NodeId> forks;
    std::vector<NodeId> reads;
  };

  // A read after which the exchange is certain to come is part of the update: if the exchange succeeds, the value read
  // is the value replaced (assuming that it did not change and change back), and if it fails, the value is thrown away.
  void foldReads(const llvm::AtomicCmpXchgInst& exchange, const Exchange& nodes) {
    bool folded = false;
    for (NodeId read : nodes.reads) {
      if (!certainlyReaches(read, nodes.forks)) continue;
      Node& node = out_.nodes[read.index()];
      Node nothing = skip(node.loc);
      nothing.next = node.next;
      node = std::move(nothing);
      folded = true;
    }
    if (!folded) return;
    program_.assumptions.push_back(
        {"a compare-exchange succeeds only if nobody changed the value since it was read (no ABA)",
         locations_.user(exchange.getDebugLoc())});
  }

  bool certainlyReaches(NodeId from, const std::vector<NodeId>& goals) const {
    std::set<NodeId> seen;
    std::vector<NodeId> todo = out_.nodes[from.index()].next;
    while (!todo.empty()) {
      const NodeId at = todo.back();
      todo.pop_back();
      if (!seen.insert(at).second || std::find(goals.begin(), goals.end(), at) != goals.end()) continue;
      const Node& node = out_.nodes[at.index()];
      if (node.op == Op::Return || node.op == Op::Unwind) return false;
      todo.insert(todo.end(), node.next.begin(), node.next.end());
    }
    return true;
  }

  struct Copy {
    const llvm::BasicBlock* block;
    KnownValues known;
    NodeId node;  // its first node, a skip
  };

  void describe() {
    out_.name = function_.getName().str();
    out_.runsOnce = input_.multiplicity.runsOnce(instance_);
    if (const llvm::DISubprogram* info = function_.getSubprogram()) {
      out_.name = qualifiedName(info);
      out_.user = locations_.isUser(info->getFile()) && !info->isArtificial();
      out_.loc = locations_.of(info->getFile(), info->getLine(), 0);
      const llvm::DISubprogram* declaration = info->getDeclaration() != nullptr ? info->getDeclaration() : info;
      const auto* owner = llvm::dyn_cast_or_null<llvm::DIType>(declaration->getScope());
      const bool isMethod = owner != nullptr && function_.arg_size() > 0 && hasThis();
      if (isMethod) {
        out_.methodOf = objects_.types().of(owner);
        const std::string plain = owner->getName().str().substr(0, owner->getName().find('<'));
        out_.constructor = info->getName() == plain;
        out_.destructor = info->getName().starts_with("~");
      }
    }
    const ContextId context = input_.pointsTo.instances()[instance_]->context;
    if (context != kNoContext) out_.context = objects_.name(context);
  }

  bool hasThis() const {
    return std::any_of(function_.arg_begin(), function_.arg_end(),
                       [](const llvm::Argument& a) { return a.getName() == "this"; });
  }

  void parameters() {
    for (const llvm::Argument& argument : function_.args()) {
      if (!argument.getType()->isPointerTy()) continue;
      out_.params.push_back(valueFor(&argument));
      out_.paramNames.push_back(argument.getName().str());
      out_.paramTypes.push_back(parameterType(argument));
    }
  }

  // The class that a pointer or reference parameter leads to. Debug info lists the declared types; the first arguments
  // may be hidden ones (where to put the result).
  program::TypeId parameterType(const llvm::Argument& argument) {
    const llvm::DISubprogram* info = function_.getSubprogram();
    const llvm::DISubroutineType* type = info == nullptr ? nullptr : info->getType();
    if (type == nullptr || type->getTypeArray().size() == 0) return {};
    const auto declared = type->getTypeArray();
    const std::size_t hidden =
        function_.arg_size() + 1 < declared.size() ? 0 : function_.arg_size() + 1 - declared.size();
    if (argument.getArgNo() < hidden || argument.getArgNo() - hidden + 1 >= declared.size()) return {};
    const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(
        stripped(declared[argument.getArgNo() - static_cast<unsigned>(hidden) + 1]));
    return pointer == nullptr ? program::TypeId{} : objects_.types().of(pointer->getBaseType());
  }

  // Values and operands.

  static const llvm::Value* rootOf(const llvm::Value* value) {
    while (true) {
      if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(value)) {
        value = gep->getPointerOperand();
      } else if (llvm::isa<llvm::CastInst, llvm::FreezeInst>(value)) {
        value = llvm::cast<llvm::Instruction>(value)->getOperand(0);
      } else {
        return value;
      }
    }
  }

  ValueId valueFor(const llvm::Value* root) {
    auto [at, isNew] = values_.try_emplace(root, ValueId(out_.values.size()));
    if (isNew) out_.values.push_back({});
    if (isNew) {
      Value value;
      std::set<program::ObjectId> objects;
      for (std::uint32_t loc : input_.pointsTo.places(instance_, root)) {
        if (const auto object = objects_.of(input_.pointsTo.solver().objectOf(loc)); object.valid())
          objects.insert(object);
      }
      value.objects.assign(objects.begin(), objects.end());
      value.unknown = value.objects.empty();
      out_.values[at->second.index()] = std::move(value);
    }
    return at->second;
  }

  // Is this the address of something that exists once per activation: a global or a local?
  bool isConstantAddress(const llvm::Value* root) const {
    if (llvm::isa<llvm::Constant>(root)) return true;
    return llvm::isa<llvm::AllocaInst>(root) && !isAsked(root);
  }

  bool isAsked(const llvm::Value* site) const {
    return std::find(input_.asked.begin(), input_.asked.end(), site) != input_.asked.end();
  }

  std::vector<Place> placesOf(const llvm::SparseBitVector<>& locs) {
    std::vector<Place> places;
    for (std::uint32_t loc : locs) {
      const auto object = objects_.of(input_.pointsTo.solver().objectOf(loc));
      if (object.valid()) places.push_back({object, input_.pointsTo.solver().offsetOf(loc)});
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  Operand operandFor(const llvm::Value* pointer, std::uint64_t size) {
    Operand operand;
    operand.size = static_cast<std::uint32_t>(size);
    operand.places = placesOf(input_.pointsTo.places(instance_, pointer));
    operand.unknown = operand.places.empty();
    const llvm::Value* root = rootOf(pointer);
    if (!isConstantAddress(root)) operand.root = valueFor(root);
    return operand;
  }

  // Nodes.

  NodeId add(Node node) {
    out_.nodes.push_back(std::move(node));
    return NodeId(out_.nodes.size() - 1);
  }
  static Node skip(SourceLoc loc) {
    Node node;
    node.loc = loc;
    return node;
  }

  // Appends a node after `tail_`.
  NodeId append(Node node) {
    const NodeId id = add(std::move(node));
    out_.nodes[tail_.index()].next.push_back(id);
    tail_ = id;
    return id;
  }

  Node nodeAt(const llvm::Instruction& instruction, Op op) {
    Node node;
    node.op = op;
    node.loc = locations_.user(instruction.getDebugLoc());
    node.text = locations_.text(node.loc);
    return node;
  }

  NodeId blockNode(const llvm::BasicBlock* block, KnownValues known) {
    auto& copies = copies_[block];
    if (copies.size() >= kMaxCopies) known = {};
    auto [at, isNew] = copies.try_emplace(known, NodeId{});
    if (isNew) {
      at->second = add(skip({}));
      todo_.push_back({block, std::move(known), at->second});
    }
    return at->second;
  }

  // The first node behind the edge from -> to; pointer phis take their values on the way.
  NodeId edge(const llvm::BasicBlock& from, const llvm::BasicBlock& to, KnownValues known) {
    known.enter(from, to);
    std::vector<Node> defines;
    for (const llvm::PHINode& phi : to.phis()) {
      if (!phi.getType()->isPointerTy() || values_.find(&phi) == values_.end()) {
        if (!phi.getType()->isPointerTy() || input_.pointsTo.places(instance_, &phi).empty()) continue;
      }
      Node node;
      node.op = Op::Define;
      node.defines = valueFor(&phi);
      const llvm::Value* root = rootOf(phi.getIncomingValueForBlock(&from));
      if (llvm::isa<llvm::Constant>(root)) {
        node.operand = operandFor(phi.getIncomingValueForBlock(&from), 0);
      } else {
        node.sources.push_back(valueFor(root));
      }
      defines.push_back(std::move(node));
    }
    NodeId next = blockNode(&to, std::move(known));
    for (auto define = defines.rbegin(); define != defines.rend(); ++define) {
      define->next = {next};
      next = add(std::move(*define));
    }
    return next;
  }

  void writeBlock(const Copy& copy) {
    tail_ = copy.node;
    known_ = copy.known;
    for (const llvm::Instruction& instruction : *copy.block) {
      if (llvm::isa<llvm::PHINode, llvm::DbgInfoIntrinsic>(instruction)) continue;
      if (instruction.isTerminator()) {
        terminate(instruction);
        return;
      }
      if (!write(instruction)) return;
    }
  }

  // Returns false if control does not go on to the next instruction.
  bool write(const llvm::Instruction& instruction) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return writeCall(*call);
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (isGuard(load->getPointerOperand())) return writeGuard(*load, load->getPointerOperand());
      const NodeId before = tail_;
      access(instruction, Op::Read, load->getPointerOperand(), sizeOf(load->getType()), load->isAtomic());
      if (auto feeds = feeds_.find(load); feeds != feeds_.end() && tail_ != before) {
        exchanges_[feeds->second].reads.push_back(tail_);
      }
      if (load->getType()->isPointerTy()) define(*load);
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      access(instruction, Op::Write, store->getPointerOperand(), sizeOf(store->getValueOperand()->getType()),
             store->isAtomic());
      publish(instruction, input_.pointsTo.places(instance_, store->getValueOperand()), store->getPointerOperand());
    } else if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      access(instruction, Op::Update, update->getPointerOperand(), sizeOf(update->getType()), true);
      publish(instruction, input_.pointsTo.places(instance_, update->getValOperand()), update->getPointerOperand());
    } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      return compareExchange(*exchange);
    } else if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      if (isAsked(alloca)) allocate(*alloca);
    } else if (instruction.getType()->isPointerTy() &&
               llvm::isa<llvm::SelectInst, llvm::ExtractValueInst>(instruction)) {
      define(instruction);
    }
    known_.execute(instruction, layout_);
    return true;
  }

  std::uint64_t sizeOf(const llvm::Type* type) const {
    return layout_.getTypeStoreSize(const_cast<llvm::Type*>(type)).getFixedValue();
  }

  bool matters(const Operand& operand) const {
    return std::any_of(operand.places.begin(), operand.places.end(),
                       [&](const Place& place) { return objects_.isData(place.object); });
  }

  void access(const llvm::Instruction& instruction, Op op, const llvm::Value* pointer, std::uint64_t size,
              bool atomic) {
    Operand operand = operandFor(pointer, size);
    if (!matters(operand)) return;
    Node node = nodeAt(instruction, op);
    node.operand = std::move(operand);
    node.atomic = atomic;
    append(std::move(node));
  }

  void define(const llvm::Instruction& instruction) {
    if (input_.pointsTo.places(instance_, &instruction).empty()) return;
    Node node = nodeAt(instruction, Op::Define);
    node.defines = valueFor(&instruction);
    append(std::move(node));
  }

  void allocate(const llvm::Instruction& site) {
    Node node = nodeAt(site, Op::Alloc);
    node.defines = valueFor(&site);
    append(std::move(node));
  }

  // A pointer to an asked object that is stored anywhere but in the object itself may be found there by another thread.
  void publish(const llvm::Instruction& instruction, const llvm::SparseBitVector<>& stored, const llvm::Value* into) {
    Operand pointer;
    for (const Place& place : placesOf(stored)) {
      if (program_.objects[place.object.index()].isQuery) pointer.places.push_back(place);
    }
    if (pointer.places.empty()) return;
    const std::vector<Place> targets = placesOf(input_.pointsTo.places(instance_, into));
    const bool onlyIntoItself =
        !targets.empty() && std::all_of(targets.begin(), targets.end(), [&](const Place& place) {
          return program_.objects[place.object.index()].isQuery;
        });
    if (onlyIntoItself) return;
    pointer.root = freshValue(pointer.places);
    Node node = nodeAt(instruction, Op::Publish);
    node.args.push_back(std::move(pointer));
    append(std::move(node));
  }

  // Copying memory copies the pointers in it.
  void publishCopied(const llvm::Instruction& instruction, const llvm::Value* from, const llvm::Value* into) {
    llvm::SparseBitVector<> stored;
    for (std::uint32_t loc : input_.pointsTo.places(instance_, from)) {
      const Andersen::Loc all =
          input_.pointsTo.solver().loc(input_.pointsTo.solver().objectOf(loc), Andersen::kAnywhere);
      stored |= input_.pointsTo.solver().contents(all);
    }
    publish(instruction, stored, into);
  }

  // Two ways on: taken (an update) or not (a read). Both continue in the same block with what is then known.
  bool compareExchange(const llvm::AtomicCmpXchgInst& exchange) {
    const std::uint64_t size = sizeOf(exchange.getNewValOperand()->getType());
    std::vector<const llvm::ExtractValueInst*> outcomes;
    for (const llvm::User* user : exchange.users()) {
      const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(user);
      if (extract != nullptr && extract->getIndices()[0] == 1) outcomes.push_back(extract);
    }
    return fork(exchange, [&](bool success) {
      if (success) exchanges_[&exchange].forks.push_back(tail_);
      const NodeId before = tail_;
      access(exchange, success ? Op::Update : Op::Read, exchange.getPointerOperand(), size, true);
      if (!success && tail_ != before) exchanges_[&exchange].reads.push_back(tail_);
      for (const auto* outcome : outcomes) forced_[outcome] = success ? 1 : 0;
      if (success) {
        publish(exchange, input_.pointsTo.places(instance_, exchange.getNewValOperand()), exchange.getPointerOperand());
      }
    });
  }

  // Writes the rest of the block twice, once for each outcome of `instruction`.
  template <class Outcome>
  bool fork(const llvm::Instruction& instruction, Outcome&& outcome) {
    const NodeId branch = append(skip(locations_.user(instruction.getDebugLoc())));
    const KnownValues before = known_;
    for (bool first : {true, false}) {
      tail_ = branch;
      known_ = before;
      forced_.clear();
      outcome(first);
      rest(instruction);
    }
    return false;
  }

  // The instructions behind `instruction` in its block.
  void rest(const llvm::Instruction& instruction) {
    if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&instruction)) {
      return leaveTo({invoke->getNormalDest()}, instruction);
    }
    for (const llvm::Instruction* next = instruction.getNextNode(); next != nullptr; next = next->getNextNode()) {
      if (llvm::isa<llvm::DbgInfoIntrinsic>(next)) continue;
      if (next->isTerminator()) {
        terminate(*next);
        return;
      }
      if (!write(*next)) return;
      if (auto forced = forced_.find(next); forced != forced_.end()) known_.set(next, forced->second);
    }
  }

  void terminate(const llvm::Instruction& terminator) {
    if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&terminator)) {
      if (!writeCall(*invoke)) return;
      leaveTo({invoke->getNormalDest()}, *invoke);
      return;
    }
    if (llvm::isa<llvm::ReturnInst>(terminator)) {
      append(nodeAt(terminator, Op::Return));
    } else if (llvm::isa<llvm::ResumeInst>(terminator)) {
      append(nodeAt(terminator, Op::Unwind));
    } else if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator)) {
      if (branch->isUnconditional()) return leaveTo({branch->getSuccessor(0)}, terminator);
      const auto known = known_.get(branch->getCondition());
      if (known) return leaveTo({branch->getSuccessor(*known != 0 ? 0 : 1)}, terminator);
      if (const auto test = handleTest(branch->getCondition())) return branchOnHandle(*branch, *test);
      leaveTo({branch->getSuccessor(0), branch->getSuccessor(1)}, terminator, branch->getCondition());
    } else if (const auto* choose = llvm::dyn_cast<llvm::SwitchInst>(&terminator)) {
      std::vector<const llvm::BasicBlock*> targets = {choose->getDefaultDest()};
      for (const auto& option : choose->cases()) targets.push_back(option.getCaseSuccessor());
      leaveTo(targets, terminator);
    } else {
      append(nodeAt(terminator, Op::Stop));
    }
  }

  void leaveTo(const std::vector<const llvm::BasicBlock*>& targets, const llvm::Instruction& terminator,
               const llvm::Value* condition = nullptr) {
    const llvm::BasicBlock& from = *terminator.getParent();
    std::vector<NodeId> next;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      KnownValues known = known_;
      // On each side of a branch its condition is known.
      if (condition != nullptr && llvm::isa<llvm::Instruction>(condition)) known.set(condition, i == 0 ? 1 : 0);
      known.leave(from);
      next.push_back(edge(from, *targets[i], std::move(known)));
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    // The successors of a call or try_lock have meanings of their own: branch behind it.
    if (next.size() > 1 && out_.nodes[tail_.index()].op != Op::Skip)
      append(skip(locations_.user(terminator.getDebugLoc())));
    auto& out = out_.nodes[tail_.index()].next;
    out.insert(out.end(), next.begin(), next.end());
  }

  // Calls.

  // Adds the way out by an exception behind the node that was just appended: the landing pad, or leaving the function.
  void unwindFrom(NodeId from, const llvm::CallBase& call) {
    NodeId target;
    if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
      KnownValues known = known_;
      target = edge(*invoke->getParent(), *invoke->getUnwindDest(), std::move(known));
    } else {
      target = add(nodeAt(call, Op::Unwind));
    }
    out_.nodes[from.index()].next.push_back(target);
  }

  // Behind `from`: normal continuation first, then unwinding. Leaves tail_ at a skip on the normal side.
  void continueAfter(NodeId from, const llvm::CallBase& call) {
    const bool throws = mayThrow_.call(instance_, call);
    if (!throws) return;
    tail_ = from;
    append(skip({}));
    const NodeId normal = tail_;
    unwindFrom(from, call);
    tail_ = normal;
  }

  // For operations that either throw or take effect: the exception branches off before them.
  void mayUnwindHere(const llvm::CallBase& call) {
    if (mayThrow_.call(instance_, call)) unwindFrom(append(skip({})), call);
  }

  std::vector<Operand> arguments(const llvm::CallBase& call, unsigned from = 0) {
    std::vector<Operand> list;
    for (unsigned i = from; i < call.arg_size(); ++i) {
      if (call.getArgOperand(i)->getType()->isPointerTy()) list.push_back(operandFor(call.getArgOperand(i), 0));
    }
    return list;
  }

  std::vector<program::Callee> calleesOf(const llvm::CallBase& call) {
    std::vector<program::Callee> list;
    for (const Target& target : input_.pointsTo.targets(instance_, &call)) {
      program::Callee callee;
      callee.function = program::FunctionId(target.instance);
      if (target.when != kNoContext) callee.when = objects_.of(target.when);
      list.push_back(callee);
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }

  void gap(const llvm::Instruction& instruction, std::string what) {
    program_.gaps.push_back({std::move(what), locations_.user(instruction.getDebugLoc())});
  }

  bool writeCall(const llvm::CallBase& call) {
    known_.execute(call, layout_);
    if (call.isInlineAsm()) {
      const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
      if (!assembly->getAsmString().empty()) gap(call, "inline assembly (asm)");
      return true;
    }
    if (llvm::isa<llvm::IntrinsicInst>(call)) return writeIntrinsic(call);
    const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    if (callee != nullptr && (callee->isDeclaration() || keepsItsCall(callee->getName())))
      return writeModel(call, *callee);
    variableArguments(call);
    Node node = nodeAt(call, Op::Call);
    node.name = callee == nullptr ? "call through a pointer" : callee->getName().str();
    node.callees = calleesOf(call);
    node.args = arguments(call);
    // No function flows into a pointer of the library's own: what it calls is the library's own too.
    if (node.callees.empty() && locations_.inLibrary(call.getDebugLoc())) return writeLibrary(call, Model::Library);
    if (node.callees.empty()) {
      node.calleesUnknown = true;
      gap(call, "a call through a pointer whose target is not known");
    }
    if (call.getType()->isPointerTy() && !input_.pointsTo.places(instance_, &call).empty())
      node.defines = valueFor(&call);
    continueAfter(append(std::move(node)), call);
    return true;
  }

  // What is passed behind the declared parameters is not followed into the callee.
  void variableArguments(const llvm::CallBase& call) {
    for (unsigned i = call.getFunctionType()->getNumParams(); i < call.arg_size(); ++i) {
      for (const Place& place : placesOf(input_.pointsTo.places(instance_, call.getArgOperand(i)))) {
        const program::Object& object = program_.objects[place.object.index()];
        if (!object.isQuery && !object.isOther) continue;
        gap(call, "the object passed as a variable argument");
        return;
      }
    }
  }

  bool writeIntrinsic(const llvm::CallBase& call) {
    if (call.getCalledFunction()->getName().starts_with("llvm.coro.")) gap(call, "a coroutine");
    if (const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&call)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(transfer->getLength());
      const std::uint64_t size = length == nullptr ? 0 : length->getZExtValue();
      access(call, Op::Read, transfer->getSource(), size, false);
      access(call, Op::Write, transfer->getDest(), size, false);
      publishCopied(call, transfer->getSource(), transfer->getDest());
    } else if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&call)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
      access(call, Op::Write, fill->getDest(), length == nullptr ? 0 : length->getZExtValue(), false);
    } else if (call.getType()->isPointerTy()) {
      define(call);
    }
    return true;
  }

  Node lockNode(const llvm::CallBase& call, Op op, const llvm::Value* mutex, bool shared) {
    Node node = nodeAt(call, op);
    node.operand = operandFor(mutex, 0);
    node.shared = shared;
    const llvm::Function* callee = call.getCalledFunction();
    const bool spin = callee != nullptr && callee->getName().starts_with("pthread_spin");
    node.recursive = !spin && mutexKind(call.getDebugLoc()) != MutexKind::Plain;
    for (const Place& place : node.operand.places) {
      if (objects_.liesInArray(place)) node.operand.unknown = true;  // perhaps another element
    }
    if (node.operand.places.empty()) gap(call, "a lock operation on a mutex that the analysis does not know");
    return node;
  }

  bool writeTryLock(const llvm::CallBase& call, bool shared) {
    const NodeId node = append(lockNode(call, Op::TryLock, call.getArgOperand(0), shared));
    const KnownValues before = known_;
    for (bool taken : {true, false}) {
      tail_ = node;
      known_ = before;
      known_.set(&call, taken ? 0 : 1);
      append(skip({}));
      if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
        leaveTo({invoke->getNormalDest()}, call);
      } else {
        rest(call);
      }
    }
    return false;
  }

  // The mutex that a std::unique_lock refers to: its first member.
  Operand mutexBehind(const llvm::Value* uniqueLock) {
    llvm::SparseBitVector<> locs;
    for (std::uint32_t loc : input_.pointsTo.places(instance_, uniqueLock))
      locs |= input_.pointsTo.solver().contents(loc);
    Operand operand;
    operand.places = placesOf(locs);
    operand.unknown = operand.places.empty();
    operand.root = freshValue(operand.places);
    return operand;
  }

  ValueId freshValue(const std::vector<Place>& places) {
    Value value;
    for (const Place& place : places) {
      if (value.objects.empty() || value.objects.back() != place.object) value.objects.push_back(place.object);
    }
    value.unknown = places.empty();
    out_.values.push_back(std::move(value));
    return ValueId(out_.values.size() - 1);
  }

  // A value that is chosen anew here.
  void defineFresh(const llvm::Instruction& at, ValueId value) {
    Node node = nodeAt(at, Op::Define);
    node.defines = value;
    append(std::move(node));
  }

  bool writeModel(const llvm::CallBase& call, const llvm::Function& callee) {
    if (keepsItsCall(callee.getName())) {  // std::lock(a, b, …)
      for (unsigned i = 0; i < call.arg_size(); ++i) append(lockNode(call, Op::Lock, call.getArgOperand(i), false));
      return true;
    }
    const Model model = modelOf(callee.getName());
    switch (model) {
      case Model::Lock:
      case Model::ReadLock:
        append(lockNode(call, Op::Lock, call.getArgOperand(0), model == Model::ReadLock));
        known_.set(&call, 0);
        return true;
      case Model::TryLock: return writeTryLock(call, false);
      case Model::TryReadLock: return writeTryLock(call, true);
      case Model::Unlock:
      case Model::RwUnlock: {
        Node node = lockNode(call, Op::Unlock, call.getArgOperand(0), false);
        node.anyMode = model == Model::RwUnlock;
        append(std::move(node));
        known_.set(&call, 0);
        return true;
      }
      case Model::CondWait: append(lockNode(call, Op::Wait, call.getArgOperand(1), false)); return true;
      case Model::StdCondWait: {
        Node node = nodeAt(call, Op::Wait);
        node.operand = mutexBehind(call.getArgOperand(1));
        if (node.operand.places.empty()) gap(call, "a wait on a lock that the analysis does not know");
        defineFresh(call, node.operand.root);
        append(std::move(node));
        return true;
      }
      case Model::StdThreadStart:
      case Model::PthreadCreate:
      case Model::ThrdCreate: return writeStart(call, model);
      case Model::StdThreadJoin:
      case Model::HandleJoin: return writeJoin(call, model);
      case Model::Allocate:
      case Model::Reallocate: return writeAllocation(call);
      case Model::Free: {
        Node node = nodeAt(call, Op::Free);
        node.operand = operandFor(call.getArgOperand(0), 0);
        if (matters(node.operand)) append(std::move(node));
        return true;
      }
      case Model::Once: return writeOnce(call);
      case Model::GuardAcquire:
        if (!known_.get(call.getArgOperand(0))) return writeGuard(call, call.getArgOperand(0));
        known_.set(&call, 1);  // decided at the load before
        return true;
      case Model::GuardRelease: {
        Node node = nodeAt(call, Op::OnceEnd);
        node.operand = operandFor(call.getArgOperand(0), 0);
        append(std::move(node));
        return true;
      }
      case Model::Throw: {
        const NodeId node = append(nodeAt(call, Op::Skip));
        unwindFrom(node, call);
        return false;
      }
      case Model::NoReturn: append(nodeAt(call, Op::Stop)); return false;
      case Model::CopyMemory:
        access(call, Op::Read, call.getArgOperand(1), 0, false);
        access(call, Op::Write, call.getArgOperand(0), 0, false);
        publishCopied(call, call.getArgOperand(1), call.getArgOperand(0));
        if (call.getType()->isPointerTy()) define(call);
        return true;
      case Model::FillMemory: access(call, Op::Write, call.getArgOperand(0), 0, false); return true;
      case Model::CallsBack: {
        Node node = nodeAt(call, Op::Call);
        node.callees = calleesOf(call);
        node.name = callee.getName().str();
        append(std::move(node));
        return true;
      }
      case Model::Nothing:
      case Model::AtExit:
      case Model::Detach:
      case Model::MutexInit:
      case Model::GuardAbort: return true;
      case Model::Reads:
      case Model::Library:
      case Model::ReturnsFirst: return writeLibrary(call, model);
      case Model::Signal: gap(call, "a signal handler"); return writeExternal(call, callee);
      case Model::ThreadAtExit: gap(call, "the destructor of a thread-local variable"); return true;
      case Model::LongJump: gap(call, "longjmp"); return writeExternal(call, callee);
      case Model::Unknown: return writeExternal(call, callee);
    }
    return true;
  }

  bool writeLibrary(const llvm::CallBase& call, Model model) {
    for (const llvm::Use& argument : call.args()) {
      if (!argument->getType()->isPointerTy()) continue;
      access(call, model == Model::Reads ? Op::Read : Op::Update, argument, 0, false);
    }
    if (call.getType()->isPointerTy()) define(call);
    mayUnwindHere(call);
    return true;
  }

  bool writeExternal(const llvm::CallBase& call, const llvm::Function& callee) {
    Node node = nodeAt(call, Op::External);
    node.name = callee.getName().str();
    node.args = arguments(call);
    if (call.getType()->isPointerTy() && !input_.pointsTo.places(instance_, &call).empty())
      node.defines = valueFor(&call);
    mayUnwindHere(call);
    append(std::move(node));
    return true;
  }

  bool writeAllocation(const llvm::CallBase& call) {
    mayUnwindHere(call);
    allocate(call);
    return true;
  }

  bool writeStart(const llvm::CallBase& call, Model model) {
    Node node = nodeAt(call, Op::Start);
    node.callees = calleesOf(call);
    const Andersen::Object thread = input_.pointsTo.threadOf(instance_, &call);
    if (thread != Andersen::kNone) node.operand.places.push_back({objects_.of(thread), 0});
    if (const auto handle = handleOf(call.getArgOperand(0))) node.operand.root = handle->root;
    if (model == Model::StdThreadStart) {
      // The state object, behind the unique_ptr that is passed.
      llvm::SparseBitVector<> locs;
      for (std::uint32_t loc : input_.pointsTo.places(instance_, call.getArgOperand(1)))
        locs |= input_.pointsTo.solver().contents(loc);
      Operand state;
      state.places = placesOf(locs);
      state.root = freshValue(state.places);
      defineFresh(call, state.root);
      node.args.push_back(std::move(state));
    } else {
      node.args.push_back(operandFor(call.getArgOperand(model == Model::PthreadCreate ? 3 : 2), 0));
    }
    if (node.callees.empty()) gap(call, "a thread whose function is not known");
    mayUnwindHere(call);
    if (!call.getType()->isIntegerTy()) {
      append(std::move(node));
      return true;
    }
    return fork(call, [&](bool started) {  // failure starts nobody, and returns some error
      if (!started) return;
      append(node);
      known_.set(&call, 0);
    });
  }

  bool writeJoin(const llvm::CallBase& call, Model model) {
    llvm::SparseBitVector<> locs;
    const auto handles = input_.pointsTo.places(instance_, call.getArgOperand(0));
    if (model == Model::StdThreadJoin) {
      for (std::uint32_t loc : handles) locs |= input_.pointsTo.solver().contents(loc);
    } else {
      locs = handles;
    }
    Node node = nodeAt(call, Op::Join);
    node.operand.places = placesOf(locs);
    std::erase_if(node.operand.places, [&](const Place& place) { return !objects_.isThread(place.object); });
    node.operand.unknown = node.operand.places.empty();
    const llvm::Value* variable = call.getArgOperand(0);
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(variable)) variable = load->getPointerOperand();
    if (const auto handle = handleOf(variable)) {
      node.operand.root = handle->root;
    } else {
      node.operand.root = freshValue(node.operand.places);
      defineFresh(call, node.operand.root);
    }
    append(std::move(node));
    return true;
  }

  // A local that is the only handle of one thread. Start and join through it share a value.
  struct Handle {
    ValueId root;
    Place thread;
  };
  std::optional<Handle> handleOf(const llvm::Value* pointer) {
    const auto* local = llvm::dyn_cast<llvm::AllocaInst>(pointer->stripInBoundsOffsets());
    if (local == nullptr) return std::nullopt;
    const auto locs = input_.pointsTo.places(instance_, local);
    if (locs.empty()) return std::nullopt;
    const Andersen::Object thread = objects_.threadHeldOnlyBy(input_.pointsTo.solver().objectOf(locs.find_first()));
    if (thread == Andersen::kNone) return std::nullopt;
    const Place place{objects_.of(thread), 0};
    auto [at, isNew] = handles_.try_emplace(local, ValueId{});
    if (isNew) at->second = freshValue({place});
    return Handle{at->second, place};
  }

  // A test whether a handle is empty: `id == 0`. Destructors of threads make it.
  struct HandleTest {
    Handle handle;
    bool emptyIfTrue;
  };
  std::optional<HandleTest> handleTest(const llvm::Value* condition) {
    bool negated = false;
    while (const auto* flip = llvm::dyn_cast<llvm::BinaryOperator>(condition)) {
      const auto* one = llvm::dyn_cast<llvm::ConstantInt>(flip->getOperand(1));
      if (flip->getOpcode() != llvm::Instruction::Xor || one == nullptr || !one->isOne()) return std::nullopt;
      negated = !negated;
      condition = flip->getOperand(0);
    }
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
    if (compare == nullptr || !compare->isEquality()) return std::nullopt;
    // Only the library's own tests: the user may look at a handle before anything was started.
    if (!locations_.inLibrary(compare->getDebugLoc())) return std::nullopt;
    const auto* zero = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(compare->getOperand(0));
    if (zero == nullptr || !zero->isZero() || load == nullptr) return std::nullopt;
    const auto handle = handleOf(load->getPointerOperand());
    if (!handle) return std::nullopt;
    return HandleTest{*handle, (compare->getPredicate() == llvm::CmpInst::ICMP_EQ) != negated};
  }

  // Control reaches the destructor of a handle only after its thread was started; if the handle is empty then, the
  // thread has been joined.
  void branchOnHandle(const llvm::BranchInst& branch, const HandleTest& test) {
    if (out_.nodes[tail_.index()].op != Op::Skip) append(skip(locations_.user(branch.getDebugLoc())));
    for (unsigned side : {0u, 1u}) {
      KnownValues known = known_;
      known.leave(*branch.getParent());
      NodeId to = edge(*branch.getParent(), *branch.getSuccessor(side), std::move(known));
      if ((side == 0) == test.emptyIfTrue) {
        Node joined = nodeAt(branch, Op::Join);
        joined.name = "joined before";
        joined.operand.places = {test.handle.thread};
        joined.operand.root = test.handle.root;
        joined.next = {to};
        to = add(std::move(joined));
      }
      out_.nodes[tail_.index()].next.push_back(to);
    }
  }

  bool writeOnce(const llvm::CallBase& call) {
    Node node = nodeAt(call, Op::Once);
    node.operand = operandFor(call.getArgOperand(0), 0);
    node.callees = calleesOf(call);
    if (node.callees.empty()) gap(call, "a once-function that is not known");
    known_.set(&call, 0);
    mayUnwindHere(call);
    append(std::move(node));
    return true;
  }

  static bool isGuard(const llvm::Value* pointer) {
    return llvm::isa<llvm::GlobalVariable>(pointer) && pointer->getName().starts_with("_ZGV");
  }

  // A function-local static. Its guard is first looked at (0: not done yet) and then acquired (1: run the body); the
  // look already decides which of the two it will be.
  bool writeGuard(const llvm::Instruction& look, const llvm::Value* guard) {
    Node node = nodeAt(look, Op::OnceBegin);
    node.operand = operandFor(guard, 0);
    const NodeId at = append(std::move(node));
    const KnownValues before = known_;
    for (bool runs : {true, false}) {
      tail_ = at;
      known_ = before;
      known_.set(&look, llvm::isa<llvm::LoadInst>(look) == runs ? 0 : 1);
      if (runs) known_.set(guard, 1);
      append(skip({}));
      rest(look);
    }
    return false;
  }

  const ExtractInput& input_;
  Objects& objects_;
  Locations& locations_;
  const MayThrow& mayThrow_;
  program::Program& program_;
  const std::uint32_t instance_;
  const llvm::Function& function_;
  const std::map<const llvm::LoadInst*, const llvm::AtomicCmpXchgInst*> feeds_;
  const llvm::DataLayout& layout_;
  program::Function out_;
  llvm::DenseMap<const llvm::Value*, ValueId> values_;
  llvm::DenseMap<const llvm::AllocaInst*, ValueId> handles_;
  llvm::DenseMap<const llvm::BasicBlock*, std::map<KnownValues, NodeId>> copies_;
  std::vector<Copy> todo_;
  std::map<const llvm::AtomicCmpXchgInst*, Exchange> exchanges_;
  NodeId tail_;
  KnownValues known_;
  std::map<const llvm::Instruction*, std::int64_t> forced_;
};

// A thread's first function belongs to the library; people know it by what it runs.
void nameThreads(program::Program& program) {
  for (program::Function& function : program.functions) {
    if (!function.name.starts_with("std::thread::_State_impl<") || !function.name.ends_with("::_M_run")) continue;
    for (const Node& node : function.nodes) {
      if (node.op != Op::Call || node.callees.empty()) continue;
      const program::Function& runs = program.functions[node.callees.front().function.index()];
      function.name = runs.name;
      function.loc = runs.loc;
      if (function.name.ends_with("::operator()")) function.name.resize(function.name.size() - 12);
      break;
    }
  }
}

}  // namespace

program::Program extract(const ExtractInput& input) {
  program::Program program;
  Locations locations(program.files, input.isSystem);
  Objects objects(input, locations, program);
  const MayThrow mayThrow(input.pointsTo);
  for (std::uint32_t i = 0; i < input.pointsTo.instances().size(); ++i) {
    program.functions.push_back(FunctionWriter(input, objects, locations, mayThrow, program, i).write());
  }
  nameThreads(program);
  if (input.pointsTo.mainInstance() != UINT32_MAX) program.main = program::FunctionId(input.pointsTo.mainInstance());
  for (std::uint32_t i : input.pointsTo.initialisers()) program.initialisers.push_back(program::FunctionId(i));
  for (std::uint32_t i : input.pointsTo.finalisers()) program.finalisers.push_back(program::FunctionId(i));
  objects.writeCells();
  return program;
}

}  // namespace empire::frontend
