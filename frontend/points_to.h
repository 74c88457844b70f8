#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "frontend/andersen.h"
#include "frontend/models.h"

namespace empire::frontend {

using ContextId = std::uint32_t;  // an object, or kNoContext
inline constexpr ContextId kNoContext = UINT32_MAX;

/// A function as it behaves when its first pointer argument leads to one particular object. Heap and stack objects that
/// it makes belong to that context too.
struct Instance {
  const llvm::Function* function = nullptr;
  ContextId context = kNoContext;
  llvm::DenseMap<const llvm::Value*, Andersen::Node> values;
  Andersen::Node result = Andersen::kNone;
};

enum class MemoryKind : std::uint8_t { Global, Function, Stack, Heap, Thread };

/// What the analysis knows of an object beyond its cells.
struct MemoryObject {
  MemoryKind kind = MemoryKind::Heap;
  const llvm::Value* site = nullptr;  // global, function, alloca or call
  ContextId context = kNoContext;
  std::uint32_t maker = UINT32_MAX;  // instance
  enum class Part : std::uint8_t { Whole, Isolated, Other } part = Part::Whole;
};

/// Where a call or thread start can go.
struct Target {
  std::uint32_t instance = 0;
  ContextId when = kNoContext;  // the callee was cloned for this object
  friend auto operator<=>(const Target&, const Target&) = default;
};

/// Points-to facts for a whole linked module: field-sensitive, with the call graph built on the fly, and
/// object-sensitive: a function whose first parameter is a pointer is analysed once for each object that the argument
/// may lead to. Heap objects are named by their site and context; a context that is itself such an object counts as its
/// own context, so names never nest and recursion ends.
class PointsTo {
 public:
  /// `isolated`: sites of which one arbitrary instance is set apart from all others.
  PointsTo(const llvm::Module& module, std::vector<const llvm::Value*> isolated);

  const std::vector<std::unique_ptr<Instance>>& instances() const { return instances_; }
  std::uint32_t mainInstance() const { return main_; }
  const std::vector<std::uint32_t>& initialisers() const { return initialisers_; }
  const std::vector<std::uint32_t>& finalisers() const { return finalisers_; }
  const std::vector<MemoryObject>& objects() const { return memory_; }
  Andersen& solver() { return solver_; }
  const Andersen& solver() const { return solver_; }

  /// The places that a pointer of an instance may lead to, constants included.
  llvm::SparseBitVector<> places(std::uint32_t instance, const llvm::Value* value);
  /// Where this call of this instance can go; thread starts and callbacks have their entries here too.
  const std::vector<Target>& targets(std::uint32_t instance, const llvm::CallBase* call) const;
  /// The context that objects made in an instance of this context are named with.
  ContextId contextOfObjectsMadeBy(ContextId context) const {
    return context == kNoContext ? kNoContext : contextName(context);
  }
  /// The thread object that this start makes.
  Andersen::Object threadOf(std::uint32_t instance, const llvm::CallBase* call) const;

 private:
  using Node = Andersen::Node;
  using Loc = Andersen::Loc;

  Node node(std::uint32_t instance, const llvm::Value* value);
  Node constantNode(const llvm::Constant* constant);
  Andersen::Object objectFor(const llvm::Value* site, MemoryKind kind, ContextId context, std::uint32_t maker,
                             MemoryObject::Part part, std::uint64_t size, bool exactSteps);
  Andersen::Object globalObject(const llvm::GlobalValue* global);
  void initialise(const llvm::GlobalVariable* global);
  void initialiseFrom(Andersen::Object object, const llvm::Constant* init, std::int64_t offset);
  Loc constantLoc(const llvm::Constant* constant);

  std::uint32_t instanceFor(const llvm::Function* function, ContextId context);
  void translate(std::uint32_t instance);
  void translate(std::uint32_t instance, const llvm::Instruction& instruction);
  void translateCall(std::uint32_t instance, const llvm::CallBase& call);
  void translateModel(std::uint32_t instance, const llvm::CallBase& call, const llvm::Function& callee);
  void translateGep(std::uint32_t instance, const llvm::GEPOperator& gep, Node to);
  void allocate(std::uint32_t instance, const llvm::Instruction& site, MemoryKind kind, std::uint64_t size, Node to);
  void startThread(std::uint32_t instance, const llvm::CallBase& call, Node function, std::vector<Node> args,
                   Node handlePointer);
  /// Connects a call with whatever `function` points to. `args` are the nodes of the pointer arguments by position.
  void callThrough(std::uint32_t instance, const llvm::CallBase& call, Node function, std::vector<Node> args,
                   Node result);
  void connect(std::uint32_t instance, const llvm::CallBase& call, const llvm::Function* callee, std::vector<Node> args,
               Node result);
  void bind(std::uint32_t instance, const llvm::CallBase& call, std::uint32_t callee, ContextId when,
            const std::vector<Node>& args, Node result);
  ContextId contextName(Andersen::Object object) const;
  std::vector<Node> argumentNodes(std::uint32_t instance, const llvm::CallBase& call);

  const llvm::Module& module_;
  const llvm::DataLayout& layout_;
  std::vector<const llvm::Value*> isolated_;
  Andersen solver_;
  std::vector<std::unique_ptr<Instance>> instances_;
  llvm::DenseMap<std::pair<const llvm::Function*, ContextId>, std::uint32_t> instanceIds_;
  std::vector<std::uint32_t> todo_;
  std::vector<MemoryObject> memory_;  // by object
  llvm::DenseMap<std::pair<const llvm::Value*, std::uint64_t>, Andersen::Object> objectIds_;
  llvm::DenseMap<const llvm::Constant*, Node> constants_;
  llvm::MapVector<std::pair<std::uint32_t, const llvm::CallBase*>, std::vector<Target>> targets_;
  llvm::DenseMap<std::pair<std::uint32_t, const llvm::CallBase*>, Andersen::Object> threads_;
  llvm::DenseSet<std::pair<std::pair<std::uint32_t, const llvm::CallBase*>, std::pair<const void*, std::uint64_t>>>
      seen_;
  /// Calls of functions that are analysed per object, while no object has come in: perhaps the argument is null.
  struct Waiting {
    std::uint32_t instance;
    const llvm::CallBase* call;
    const llvm::Function* callee;
    std::vector<Node> args;
    Node result;
  };
  std::vector<Waiting> waiting_;
  /// No member function pointer in the module adjusts `this`.
  bool plainMemberPointers_ = true;
  bool bindWaiting();
  std::uint32_t main_ = UINT32_MAX;
  std::vector<std::uint32_t> initialisers_, finalisers_;
};

}  // namespace empire::frontend
