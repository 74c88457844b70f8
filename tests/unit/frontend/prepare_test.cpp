#include "frontend/prepare.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>

#include "tests/unit/frontend/workspace.h"

namespace empire::frontend {
namespace {

/// Programs with a small system header of our own, which parses fast.
class PrepareTest : public Workspace {
 protected:
  Loaded prepared(const std::string& header, const std::string& source, const PrepareOptions& prepareOptions = {}) {
    write("sys/lib.h", header);
    options_.files = {write("a.cpp", "#include <lib.h>\n" + source)};
    options_.flags = {"-isystem", at("sys")};
    Loaded result = loaded(prepareOptions);
    if (result.program.module) {
      EXPECT_FALSE(llvm::verifyModule(*result.program.module, &llvm::errs()));
    }
    return result;
  }
};

TEST_F(PrepareTest, LibraryFunctionsDissolveAndUserFunctionsStay) {
  const Loaded result = prepared("extern \"C\" void sink(int);\ninline void twice(int x) { sink(x); sink(x); }\n",
                                 "inline int mine(int x) { return x + 1; }\n"
                                 "int main() { auto l = [](int x) { twice(mine(x)); }; l(7); }\n");
  const llvm::Module& module = *result.program.module;
  EXPECT_TRUE(defines(module, "_Z4minei"));
  EXPECT_EQ(module.getFunction("_Z5twicei"), nullptr);
  EXPECT_EQ(countOf(textOf(module.getFunction("_ZZ4mainENK3$_0clEi")), "call void @sink"), 2);
  EXPECT_EQ(countOf(textOf(module.getFunction("main")), "call void @sink"), 0);
  EXPECT_EQ(result.counts.functions, 4U);
  EXPECT_EQ(result.counts.functionsAfterInlining, 3U);
  EXPECT_GT(result.counts.instructions, result.counts.instructionsAfterInlining);
}

TEST_F(PrepareTest, InlinedCodeRemembersWhereItWasCalled) {
  const Loaded result =
      prepared("extern \"C\" void sink();\ninline void in() { sink(); }\ninline void out() { in(); }\n",
               "int main() {\n  out();\n}\n");
  for (const llvm::Instruction& instruction : llvm::instructions(*result.program.module->getFunction("main"))) {
    if (!llvm::isa<llvm::CallBase>(instruction)) continue;
    const llvm::DILocation* frame = instruction.getDebugLoc().get();
    EXPECT_TRUE(result.program.isSystem(frame->getScope()));
    while (frame->getInlinedAt() != nullptr) frame = frame->getInlinedAt();
    EXPECT_EQ(frame->getLine(), 3U);
    EXPECT_FALSE(result.program.isSystem(frame->getScope()));
    return;
  }
  FAIL() << "no call left in main";
}

TEST_F(PrepareTest, UnusedLoadsAreStillAccesses) {
  const Loaded result =
      prepared("struct Box { int n; int size() const { return n; } };\n",
               "struct S { int x; int* p; Box b; };\n"
               "void peek(S* s) { int a = s->x; (void)a; int* q = s->p; int c = s->b.size(); s->x; }\n"
               "int main() { S s{}; peek(&s); }\n");
  EXPECT_EQ(countOf(textOf(result.program.module->getFunction("_Z4peekP1S")), " load "), 3);
}

TEST_F(PrepareTest, ConstantsChooseTheirBranch) {
  const Loaded result = prepared(
      "extern \"C\" void lock(); extern \"C\" void unlock();\n"
      "struct Guard { bool owns = false; Guard() { lock(); owns = true; }\n"
      "  ~Guard() { if (owns) unlock(); } };\n",
      "int main() { Guard g; }\n");
  const std::string text = textOf(result.program.module->getFunction("main"));
  EXPECT_EQ(countOf(text, "void @unlock()"), 1);
  EXPECT_FALSE(has(text, "br i1")) << text;
}

TEST_F(PrepareTest, RecursiveAndModelledFunctionsStayCalls) {
  PrepareOptions prepareOptions;
  prepareOptions.isModelled = [](llvm::StringRef name) { return name == "_Z5modelv"; };
  const Loaded result = prepared(
      "extern \"C\" void sink();\ninline void model() { sink(); }\n"
      "inline int down(int n) { return n == 0 ? 0 : down(n - 1); }\n"
      "inline int even(int n); inline int odd(int n) { return n == 0 ? 0 : even(n - 1); }\n"
      "inline int even(int n) { return n == 0 ? 1 : odd(n - 1); }\n",
      "int main(int n, char**) { model(); return down(n) + even(n); }\n", prepareOptions);
  for (const char* name : {"_Z5modelv", "_Z4downi", "_Z3oddi", "_Z4eveni"}) {
    EXPECT_TRUE(defines(*result.program.module, name)) << name;
  }
}

TEST_F(PrepareTest, LargeFunctionsAreInlinedOnlyWhereTheCallerMatters) {
  std::string body;
  for (int i = 0; i < 100; ++i) body += "x = x * 3 + n;";
  const Loaded result = prepared(
      "extern \"C\" void* malloc(unsigned long);\n"
      "inline int plain(int n) { int x = n; " +
          body +
          " return x; }\n"
          "inline void* makes(int n) { int x = n; " +
          body + " return malloc(x); }\n",
      "int main(int n, char**) { makes(n); return plain(n); }\n");
  EXPECT_TRUE(defines(*result.program.module, "_Z5plaini"));
  EXPECT_EQ(result.program.module->getFunction("_Z5makesi"), nullptr);
}

TEST_F(PrepareTest, ConstructorsOfGlobalsSurviveAndDeadCodeDoesNot) {
  const Loaded result = prepared("",
                                 "extern \"C\" void sink();\nstruct S { S(); }; S::S() { sink(); }\nS s;\n"
                                 "void unused() { sink(); }\nint main() {}\n");
  const llvm::Module& module = *result.program.module;
  EXPECT_NE(module.getNamedGlobal("llvm.global_ctors"), nullptr);
  EXPECT_TRUE(defines(module, "_ZN1SC2Ev"));
  EXPECT_TRUE(module.alias_empty());
  EXPECT_EQ(module.getFunction("_Z6unusedv"), nullptr);
}

TEST_F(PrepareTest, WithoutMainAllUserFunctionsStay) {
  const Loaded result = prepared("inline int lib() { return 1; }\n",
                                 "int a() { return lib(); }\ninline int b() { return 1; }\n"
                                 "int (*p)() = b;\n");
  EXPECT_TRUE(defines(*result.program.module, "_Z1av"));
  EXPECT_TRUE(defines(*result.program.module, "_Z1bv"));
  EXPECT_EQ(result.program.module->getFunction("_Z3libv"), nullptr);
}

TEST_F(PrepareTest, TheTypeOfANewExpressionSurvivesInlining) {
  const Loaded result = prepared("template <class T> T* make() { return new T; }\n",
                                 "struct Foo { int x; };\nint main() { return make<Foo>()->x; }\n");
  for (const llvm::Instruction& instruction : llvm::instructions(*result.program.module->getFunction("main"))) {
    const auto* type = llvm::dyn_cast_or_null<llvm::DICompositeType>(instruction.getMetadata("heapallocsite"));
    if (type == nullptr) continue;
    EXPECT_EQ(type->getName(), "Foo");
    return;
  }
  FAIL() << "no allocation with a type in main";
}

constexpr const char* kStandardLibrary = R"(
#include <atomic>
#include <condition_variable>
#include <future>
#include <iostream>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>
class Store {
 public:
  void put(const std::string& key, int value) {
    std::lock_guard<std::mutex> guard(mutex_);
    data_[key] = value;
    ready_.notify_one();
  }
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (data_.empty()) ready_.wait(lock);
  }
  int shared() {
    std::shared_lock<std::shared_mutex> lock(rw_);
    return hits_++;
  }
 private:
  std::mutex mutex_;
  std::shared_mutex rw_;
  std::condition_variable ready_;
  std::map<std::string, int> data_;
  std::atomic<int> hits_{0};
};
int main() {
  auto store = std::make_shared<Store>();
  std::thread writer([store] { store->put("a", 1); });
  std::vector<std::thread> readers;
  readers.emplace_back(&Store::wait, store.get());
  writer.join();
  readers[0].join();
  std::cout << store->shared() << std::endl;
}
)";

TEST_F(PrepareTest, TheStandardLibraryComesDownToItsPrimitives) {
  options_.files = {write("a.cpp", kStandardLibrary)};
  const Loaded result = loaded();
  const llvm::Module& module = *result.program.module;
  EXPECT_FALSE(llvm::verifyModule(module, &llvm::errs()));
  const std::string put =
      textOf(module.getFunction("_ZN5Store3putERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEi"));
  EXPECT_EQ(countOf(put, " i32 @pthread_mutex_lock("), 1);
  EXPECT_EQ(countOf(put, " i32 @pthread_mutex_unlock("), 2);  // normally, and on the way out of an exception
  const std::string wait = textOf(module.getFunction("_ZN5Store4waitEv"));
  EXPECT_EQ(countOf(wait, "@pthread_mutex_lock"), 1);
  EXPECT_TRUE(has(wait, "@_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE"));
  const std::string shared = textOf(module.getFunction("_ZN5Store6sharedEv"));
  EXPECT_TRUE(has(shared, "@pthread_rwlock_rdlock"));
  EXPECT_TRUE(has(shared, "atomicrmw add"));
  EXPECT_FALSE(has(shared, "_Load"));
  const std::string main = textOf(module.getFunction("main"));
  EXPECT_EQ(countOf(main, "@_ZNSt6thread15_M_start_thread"), 2);
  EXPECT_GT(result.counts.functions, 5 * result.counts.functionsAfterInlining);
  EXPECT_GT(result.counts.instructions, 2 * result.counts.instructionsAfterInlining);
  const auto user = std::count_if(result.program.files.begin(), result.program.files.end(),
                                  [](const SourceFile& file) { return !file.system; });
  EXPECT_EQ(user, 1);
}

}  // namespace
}  // namespace empire::frontend
