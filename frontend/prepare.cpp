// Why library functions are inlined: the points-to analysis that follows sees a function once for all its callers. If
// lock_guard's constructor stayed a function, all mutexes of the program would meet in it. Copied into each caller it
// speaks of one mutex only, and its debug locations remember the call chain.
//
// The work goes bottom-up over the strongly connected components of the direct call graph. A function is finished (its
// callees inlined, locals in registers, constant branches gone) before its callers look at its size. Recursive
// functions, functions with a model, the user's functions and large ones stay calls. Large is relative: functions from
// which an allocation, a lock, a thread start or user code can be reached are worth far more copying than others.
//
// Passes that delete unused loads (dce, instcombine, adce) must not run: an unused load is still an access.

#include "frontend/prepare.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/IPO/StripDeadPrototypes.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <vector>

#include "frontend/compile.h"
#include "frontend/heap_types.h"
#include "support/check.h"

namespace empire::frontend {
namespace {

using llvm::Function;
using llvm::StringRef;

std::uint32_t sizeOf(const Function& function) {
  std::uint32_t size = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!instruction.isDebugOrPseudoInst()) ++size;
  }
  return size;
}

void count(const llvm::Module& module, std::uint64_t& functions, std::uint64_t& instructions) {
  functions = instructions = 0;
  for (const Function& function : module) {
    if (function.isDeclaration()) continue;
    ++functions;
    instructions += sizeOf(function);
  }
}

// Library entry points whose callers should be told apart.
bool isWorthContext(StringRef name) {
  static constexpr StringRef kPrefixes[] = {
      "_Znw",
      "_Zna",
      "malloc",
      "calloc",
      "realloc",
      "aligned_alloc",
      "posix_memalign",
      "pthread_",
      "sem_",
      "mtx_",
      "cnd_",
      "thrd_",
      "call_once",
      "_ZNSt6thread",
      "_ZNSt18condition_variable",
      "_ZNSt3_V222condition_variable",
      "__cxa_guard_",
      "_ZNSt13__future_base",
      "syscall",
      "qsort",
      "bsearch",
  };
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](StringRef prefix) { return name.starts_with(prefix); });
}

// An alias is another name; with it gone, every direct call names a function.
void dropAliases(llvm::Module& module) {
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }
}

// Puts constants where they are known and removes the branches not taken.
void foldConstants(Function& function) {
  const llvm::SimplifyQuery query(function.getDataLayout());
  bool changed = true;
  while (changed) {
    changed = false;
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
        if (instruction.use_empty() || instruction.mayReadOrWriteMemory()) continue;
        llvm::Value* simple = llvm::simplifyInstruction(&instruction, query.getWithInstruction(&instruction));
        if (simple == nullptr || simple == &instruction) continue;
        instruction.replaceAllUsesWith(simple);
      }
      if (llvm::ConstantFoldTerminator(&block)) changed = true;
    }
    if (changed) llvm::EliminateUnreachableBlocks(function);
  }
}

// Removes unused arithmetic and the inliner's aliasing marks, and joins blocks that follow each other. Never removes a
// load.
void tidy(Function& function) {
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) llvm::MergeBlockIntoPredecessor(&block);
  std::vector<llvm::Instruction*> work;
  for (llvm::Instruction& instruction : llvm::instructions(function)) work.push_back(&instruction);
  const auto isUnused = [](llvm::Instruction* instruction) {
    if (llvm::isa<llvm::NoAliasScopeDeclInst>(instruction)) return true;
    return !instruction->mayReadOrWriteMemory() && !llvm::isa<llvm::AllocaInst>(instruction) &&
           llvm::isInstructionTriviallyDead(instruction);
  };
  // From the end, so that users go before what they use; what a phi of an earlier block uses is left.
  for (auto instruction = work.rbegin(); instruction != work.rend(); ++instruction) {
    if (!isUnused(*instruction)) continue;
    llvm::salvageDebugInfo(**instruction);
    (*instruction)->eraseFromParent();
  }
}

class Preparation {
 public:
  Preparation(llvm::Module& module, const PrepareOptions& options) : module_(module), options_(options) {
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(components_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, components_, modules_);
  }

  PreparedCounts run() {
    PreparedCounts counts;
    dropUnreachable();
    count(module_, counts.functions, counts.instructions);
    llvm::ModulePassManager always;
    always.addPass(llvm::AlwaysInlinerPass(false));
    always.run(module_, modules_);
    inlineGlue();
    llvm::ModulePassManager sweep;
    sweep.addPass(llvm::GlobalDCEPass());
    sweep.addPass(llvm::StripDeadPrototypesPass());
    sweep.run(module_, modules_);
    count(module_, counts.functionsAfterInlining, counts.instructionsAfterInlining);
    return counts;
  }

 private:
  bool isUser(const Function& function) {
    const auto [found, fresh] = isUser_.try_emplace(&function, false);
    if (fresh)
      found->second = function.getSubprogram() != nullptr && !options_.isSystem(pathOf(function.getSubprogram()));
    return found->second;
  }

  void dropUnreachable() {
    const Function* main = module_.getFunction("main");
    const bool hasMain = main != nullptr && !main->isDeclaration();
    if (!hasMain) {
      for (Function& function : module_) {  // or they would go when nobody calls them
        if (function.hasLinkOnceLinkage() && isUser(function)) function.setLinkage(llvm::GlobalValue::WeakODRLinkage);
      }
    }
    llvm::ModulePassManager passes;
    passes.addPass(llvm::InternalizePass([&](const llvm::GlobalValue& value) {
      if (hasMain) return value.getName() == "main";
      const auto* function = llvm::dyn_cast<Function>(&value);
      return function != nullptr && isUser(*function);
    }));
    passes.run(module_, modules_);
    dropAliases(module_);
    llvm::ModulePassManager sweep;
    sweep.addPass(llvm::GlobalDCEPass());
    sweep.run(module_, modules_);
  }

  // Locals in registers, constants in place.
  void simplify(Function& function) {
    functions_.invalidate(function, llvm::PreservedAnalyses::none());
    llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(function, functions_);
    foldConstants(function);
    tidy(function);
    functions_.invalidate(function, llvm::PreservedAnalyses::none());
  }

  void inlineGlue() {
    // The order is fixed before anything changes; inlining adds no edge that is not already in it.
    std::vector<std::vector<Function*>> order;
    {
      llvm::CallGraph graph(module_);
      for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
        std::vector<Function*> members;
        for (llvm::CallGraphNode* node : *component) {
          if (node->getFunction() != nullptr) members.push_back(node->getFunction());
        }
        if (component.hasCycle()) isRecursive_.insert(members.begin(), members.end());
        order.push_back(std::move(members));
      }
    }
    for (const std::vector<Function*>& members : order) {
      for (Function* function : members) {
        if (!function->isDeclaration()) inlineInto(*function);
      }
      bool worth = false;
      for (Function* function : members) worth |= findWorth(*function);
      for (Function* function : members) worth_[function] = worth;
    }
  }

  bool findWorth(Function& function) {
    if (isWorthContext(function.getName()) || options_.isModelled(function.getName()) || isUser(function)) return true;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (instruction.isAtomic()) return true;
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call) || call->isInlineAsm()) continue;
      const Function* callee = call->getCalledFunction();
      if (callee == nullptr) return true;  // a callback
      const auto found = worth_.find(callee);
      if (found != worth_.end() && found->second) return true;
    }
    return false;
  }

  bool shouldInline(const llvm::CallBase& call, std::uint32_t callerSize) {
    Function* callee = call.getCalledFunction();
    if (callee == nullptr || callee->isDeclaration() || callee->getFunctionType() != call.getFunctionType())
      return false;
    if (isUser(*callee) || isRecursive_.contains(callee) || options_.isModelled(callee->getName())) return false;
    const std::uint32_t size = sizes_.at(callee);
    if (size > options_.smallFunction) {
      if (!worth_[callee] || size > options_.glueFunction || callerSize + size > options_.largestCaller) return false;
    }
    return llvm::isInlineViable(*callee).isSuccess();
  }

  // Callees are finished, so what they still call stays a call here too: one look at the original calls is enough.
  void inlineInto(Function& function) {
    simplify(function);
    std::uint32_t size = sizeOf(function);
    std::vector<llvm::CallBase*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) calls.push_back(call);
    }
    bool changed = false;
    for (llvm::CallBase* call : calls) {
      if (!shouldInline(*call, size)) continue;
      const std::uint32_t added = sizes_.at(call->getCalledFunction());
      llvm::InlineFunctionInfo info;
      if (!llvm::InlineFunction(*call, info, false, nullptr, false).isSuccess()) continue;  // without lifetime markers
      size += added;
      changed = true;
    }
    if (changed) {
      simplify(function);
      size = sizeOf(function);
    }
    sizes_[&function] = size;
  }

  llvm::Module& module_;
  const PrepareOptions& options_;
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager components_;
  llvm::ModuleAnalysisManager modules_;
  llvm::PassBuilder builder_;
  std::unordered_map<const Function*, bool> isUser_;
  std::unordered_map<const Function*, bool> worth_;
  std::unordered_map<const Function*, std::uint32_t> sizes_;
  llvm::SmallPtrSet<const Function*, 32> isRecursive_;
};

}  // namespace

PreparedCounts prepare(llvm::Module& module, const PrepareOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  keepHeapTypes(module);
  PreparedCounts counts = Preparation(module, options).run();
  counts.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EMPIRE_DCHECK(!llvm::verifyModule(module), "the prepared module is not well-formed");
  return counts;
}

}  // namespace empire::frontend
