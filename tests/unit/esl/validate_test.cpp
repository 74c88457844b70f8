#include "esl/validate.h"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "esl/builder.h"
#include "esl/parser.h"

namespace empire::esl {
namespace {

std::string findingsIn(std::string_view text) {
  const Result<Module> result = parse(text, "a");
  EXPECT_TRUE(result) << toString(result.error()) << text;
  return result ? toString(validate(*result)) : "does not parse";
}

struct Row {
  std::string_view text;
  std::string_view findings;
};

void expectAll(std::span<const Row> rows) {
  for (const Row& row : rows) EXPECT_EQ(findingsIn(row.text), row.findings) << row.text;
}

TEST(Validate, Errors) {
  const Row rows[] = {
      {"",
       "error: the module has no process: it needs one named `main`, such as `process main { function main { return } "
       "}`\n"},
      {"process p { function f { return } }",
       "error: no process is named `main`: give that name to the process that runs at the beginning\n"},
      {"process main {}", "a:1:1: error: process `main` has no function: write at least `function NAME { return }`\n"},
      {"process main { function f { } }", "a:1:16: error: function `f` is empty: write at least `return`\n"},
      {"process main { function f { return\n skip } }",
       "a:2:2: error: control falls off the end of function `f`: end it with `return`, `goto` or `choice`\n"},
      {"process main { function f { call f } }",
       "a:1:29: error: control falls off the end of function `f`: end it with `return`, `goto` or `choice`\n"},
      {"lock m\nprocess main { function f { A: trylock m else A } }",
       "a:2:32: error: control falls off the end of function `f`: end it with `return`, `goto` or `choice`\n"},
  };
  expectAll(rows);
}

// A module with one function that has `stmt` and a return, and one lock, flag and location.
Module moduleWith(const Stmt& stmt, std::vector<std::uint32_t> targets = {}) {
  ModuleBuilder builder;
  builder.location("x");
  builder.lock("m");
  builder.flag("b");
  const ProcessId p = builder.process("main");
  builder.function(p, "f");
  builder.body(p, FunctionId(0)).add(stmt);
  builder.body(p, FunctionId(0)).add(Op::Return);
  Module module = builder.finish();
  module.processes[0].functions[0].targets = std::move(targets);
  return module;
}

TEST(Validate, ErrorsThatOnlyBuiltModulesCanHave) {
  struct BuiltRow {
    Op op;
    std::uint32_t operand;
    std::uint32_t first, count;
    std::vector<std::uint32_t> targets;
    std::string_view findings;
  };
  const BuiltRow rows[] = {
      {Op::Read, 1, 0, 0, {}, "error: `read` refers to location number 1, but there are 1\n"},
      {Op::Update, UINT32_MAX, 0, 0, {}, "error: `update` refers to location number 4294967295, but there are 1\n"},
      {Op::Wait, 7, 0, 0, {}, "error: `wait` refers to lock number 7, but there are 1\n"},
      {Op::Claim, 1, 0, 0, {}, "error: `claim` refers to flag number 1, but there are 1\n"},
      {Op::Join, 1, 0, 0, {}, "error: `join` refers to process number 1, but there are 1\n"},
      {Op::Call, 1, 0, 0, {}, "error: `call` refers to function number 1, but there are 1\n"},
      {Op::Choice, 0, 0, 0, {}, "error: `choice` has no target: write `choice LABEL, LABEL`\n"},
      {Op::Goto, 0, 0, 2, {0, 1}, "error: `goto` has 2 targets instead of one\n"},
      {Op::TryLock, 0, 0, 0, {}, "error: `trylock` has 0 targets instead of one\n"},
      {Op::Skip, 0, 0, 1, {0}, "error: `skip` cannot have targets\n"},
      {Op::Goto, 0, 0, 1, {2}, "error: `goto` jumps to statement number 2, but function `f` has 2\n"},
      {Op::Goto, 0, UINT32_MAX, 1, {0}, "error: the targets of `goto` are not in the function's list of targets\n"},
  };
  for (const BuiltRow& row : rows) {
    Stmt stmt;
    stmt.op = row.op;
    stmt.operand = row.operand;
    stmt.firstTarget = row.first;
    stmt.targetCount = row.count;
    EXPECT_EQ(toString(validate(moduleWith(stmt, row.targets))), row.findings);
  }
}

TEST(Validate, MarksWhereTheyHaveNoMeaning) {
  Stmt stmt;
  stmt.op = Op::Lock;
  stmt.operand = 0;
  stmt.shared = true;
  EXPECT_EQ(toString(validate(moduleWith(stmt))), "error: lock `m` is not declared `shared`\n");
  stmt.atomic = true;
  stmt.may = true;
  stmt.op = Op::Set;
  EXPECT_EQ(toString(validate(moduleWith(stmt))),
            "error: `set` cannot be `shared`\nerror: `set` cannot be `atomic`\nerror: `set` cannot be marked `may`\n");
}

TEST(Validate, IdsOfFilesTextsAndEntries) {
  Stmt stmt;
  stmt.loc.file = FileId(0);
  stmt.text = TextId(3);
  EXPECT_EQ(toString(validate(moduleWith(stmt))),
            "error: the statement has a place in a file that is not in the module's list of files\n"
            "error: the statement's text is not in the module's list of texts\n");
  Module module = moduleWith(Stmt{});
  EXPECT_EQ(toString(validate(module)), "");
  module.locks[0].loc.file = FileId(4);
  module.processes[0].entry = FunctionId(1);
  EXPECT_EQ(toString(validate(module)),
            "error: lock `m` has a place in a file that is not in the module's list of files\n"
            "error: the entry of process `main` is none of its functions\n");
}

TEST(Validate, DoubleNames) {
  Module module = moduleWith(Stmt{});
  module.locations.push_back(module.locations[0]);
  module.locks.push_back(module.locks[0]);
  module.flags.push_back(module.flags[0]);
  module.processes.push_back(module.processes[0]);
  module.processes[0].functions.push_back(module.processes[0].functions[0]);
  EXPECT_EQ(toString(validate(module)),
            "error: there is already a location named `x`: rename one of them\n"
            "error: there is already a lock named `m`: rename one of them\n"
            "error: there is already a flag named `b`: rename one of them\n"
            "error: there is already a function named `f`: rename one of them\n"
            "error: there is already a process named `main`: rename one of them\n");
  EXPECT_TRUE(hasErrors(validate(module)));
}

TEST(Validate, UnreachableCodeAndFunctions) {
  const Row rows[] = {
      {"process main { function f { goto A\n skip\n skip\nA: skip\n return\n return } }",
       "a:2:2: warning: this is never reached: nothing jumps here\n"
       "a:6:2: warning: this is never reached: nothing jumps here\n"},
      {"process main { function f { call g\n return }\nfunction g { A: goto A } }",
       "a:2:2: warning: this is never reached: function `g` never returns\n"},
      {"process main { function f { choice A, B\nA: call f\nB: return } }", ""},
      {"process main { function f { call f\n return } }",
       "a:2:2: warning: this is never reached: function `f` never returns\n"},
      {"process main { function f { return }\nfunction g { call h; return }\nfunction h { return } }",
       "a:2:1: warning: function `g` is never called\na:3:1: warning: function `h` is never called\n"},
  };
  expectAll(rows);
}

TEST(Validate, StartsAndFlags) {
  const Row rows[] = {
      {"process main { function f { return } }\nprocess p { function f { return } }",
       "a:2:1: warning: process `p` is never started\n"},
      {"process main { function f { start p; join p; return } }\nprocess p { function f { return } }", ""},
      {"process main { function f { start p\n start p; return } }\nprocess p { function f { return } }",
       "a:2:2: warning: process `p` may have been started already, at a:1:29: only the first start has an effect\n"},
      {"process main { function f {\nA: start p; choice A, B\nB: return } }\nprocess p { function f { return } }",
       "a:2:4: warning: process `p` may have been started already by this statement, which can run again: only the "
       "first start has an effect\n"},
      {"process main { function f { call g\n call g; return }\nfunction g { call h; return } function h {\nstart p; "
       "return } }\nprocess p { function f { return } }",
       "a:4:1: warning: process `p` may have been started already by this statement, which can run again: only the "
       "first start has an effect\n"},
      {"process main { function f { choice A, B\nA: call f\nB: start p; return } }\nprocess p { function f { return } "
       "}",
       "a:3:4: warning: process `p` may have been started already by this statement, which can run again: only the "
       "first start has an effect\n"},
      {"process main { function f { start main; return } }",
       "a:1:29: warning: process `main` runs from the beginning: this start has no effect\n"},
      {"process main { function f { start p; return } }\nprocess p { function f { start p; join p; return } }",
       "a:2:26: warning: process `p` starts itself, which has no effect\n"
       "a:2:35: warning: process `p` joins itself, and so waits for ever\n"},
      {"flag b; flag c; process main { function f { claim c; require b\n require b; require c; set c; return } }",
       "a:1:54: warning: flag `b` is never set, so this waits for ever\n"},
  };
  expectAll(rows);
}

// Each row is the body of main's functions; lock m is re-entrant, x a location.
TEST(Validate, WellFormedUnitsAndLocksGiveNoWarning) {
  const std::string_view rows[] = {
      "function f { unit-begin; lock m; read x; unlock m; unit-end; return }",
      "function f { lock m; lock m; unlock m; unlock m; return }",
      "function f { A: lock m; choice B, C; B: unlock m; goto A; C: unlock m; return }",
      "function f { trylock m else A; unlock m; A: return }",
      "function f { trylock m else A; unlock m; return; A: skip; return }",
      "function f { A: trylock m else A; wait m; unlock m; goto A }",
      "function f { lock m; wait m; unlock m; unit-split; return }",
      // a function that locks and a sibling that unlocks
      "function f { call enter; read x; call leave; return }\n"
      "function enter { unit-begin; lock m; return } function leave { unlock m; unit-end; return }",
      // a helper called at different depths
      "function f { unit-begin; call g; unit-begin; call g; unit-end; unit-end; return } function g { read x; return }",
      // recursion, balanced
      "function f { choice A, B; A: lock m; call f; unlock m; B: return }",
      // recursion that goes down with a lock for each level and comes back
      "function f { call g; return } function g { lock m; choice A, B; A: call g; B: unlock m; return }",
  };
  for (std::string_view row : rows) {
    EXPECT_EQ(findingsIn("location x; lock m reentrant; process main {" + std::string(row) + "}"), "") << row;
  }
}

TEST(Validate, UnbalancedUnitsAndLocks) {
  const std::string access =
      "warning: an access that can be outside any unit takes part in no scenario there: enclose it in `unit-begin` "
      "and `unit-end`\n";
  const std::string below = "warning: `unit-end` can be reached where no unit is open, and is stuck there for ever\n";
  const std::string unlock =
      "warning: `unlock` can be reached where lock `m` is not held, and is stuck there for ever\n";
  const std::string held =
      "warning: process `main` can end while it holds lock `m`, which stays held for ever: add `unlock`\n";
  const std::string open = "warning: process `main` can end inside a unit: add `unit-end`\n";
  const std::string counted = ", counted from the beginning of the function\n";
  const std::string meet = "warning: the level of lock `m` differs between the paths that meet here: 0 and 1" + counted;
  const std::pair<std::string_view, std::string> rows[] = {
      {"function f {\nread x\nread x\nreturn }", "a:2:1: " + access},
      {"function f {\nunit-end\nread x\nreturn }", "a:2:1: " + below},
      {"function f { unit-begin; unit-end\nunit-end; return }", "a:2:1: " + below},
      {"function f {\nunlock m\nreturn }", "a:2:1: " + unlock},
      {"function f {\nwait m\nreturn }",
       "a:2:1: warning: `wait` can be reached where lock `m` is not held, and is stuck there for ever\n"},
      {"function f { lock m\nreturn }", "a:2:1: " + held},
      {"function f { unit-begin\nreturn }", "a:2:1: " + open},
      {"function f { call g\nreturn }\nfunction g { unit-begin; lock m; return }", "a:2:1: " + open + "a:2:1: " + held},
      {"function f { trylock m else A\nA: return }", "a:2:4: " + meet},
      {"function f { choice A, B; A: lock m; goto C\nB: skip\nC: return }", "a:3:4: " + meet},
      {"function f { A:\nlock m; goto A }", "a:2:1: " + meet},
      {"function f { choice A, B; A: unit-begin\nB: return }",
       "a:2:4: warning: the unit depth differs between the paths that meet here: 0 and 1" + counted},
      // deficits of callees, through two calls, and at one of two call sites only
      {"function f { lock m; call g; call g; return } function g { call h; return } function h {\nunlock m\nreturn }",
       "a:2:1: " + unlock},
      {"function f { unit-begin; call g; unit-end; call g; return } function g {\nread x\nreturn }",
       "a:2:1: " + access},
      {"function f { unit-begin; call g; unit-end; return } function g { unit-end\nread x; unit-begin; return }",
       "a:2:1: " + access},
      // the caller's own access is reported where it is, not at the call
      {"function f { call g\nread x; return } function g { unit-begin; read x; unit-end; return }", "a:2:1: " + access},
  };
  for (const auto& [text, findings] : rows) {
    EXPECT_EQ(findingsIn("location x; lock m reentrant; process main {" + std::string(text) + "}"), findings) << text;
  }
}

TEST(Validate, ReturnsThatDiffer) {
  EXPECT_EQ(findingsIn("lock m; process main { function f { call g\n return }\n"
                       "function g { choice A, B\nA: return\nB: lock m\nreturn } }"),
            "a:2:2: warning: process `main` can end while it holds lock `m`, which stays held for ever: add `unlock`\n"
            "a:4:4: warning: the level of lock `m` differs between the paths that return from the function: 0 and 1, "
            "counted from the beginning of the function\n");
}

TEST(Validate, AFunctionThatNeverReturnsNeedNotBalance) {
  EXPECT_EQ(findingsIn("lock m; process main { function f { call g\n return } function g { lock m; A: goto A } }"),
            "a:2:2: warning: this is never reached: function `g` never returns\n");
}

TEST(Validate, ManyLevelsAndLargeModules) {
  // Each function calls the one before twice: the levels grow beyond all counting.
  std::string text = "lock m reentrant; process main entry f60 { function f0 { lock m; return }\n";
  for (int i = 1; i <= 60; ++i) {
    const std::string callee = "call f" + std::to_string(i - 1) + "; ";
    text += "function f" + std::to_string(i) + " { " + callee + callee + "return }\n";
  }
  EXPECT_EQ(findingsIn(text + "}"), "");
  // One function per statement, and a long chain of calls.
  text = "location x; process main { function f0 { unit-begin; call f1; unit-end; return }\n";
  for (int i = 1; i < 20'000; ++i) {
    text += "function f" + std::to_string(i) + " { read x; call f" + std::to_string(i % 19'999 + 1) + "; return }\n";
  }
  EXPECT_NE(findingsIn(text + "}").find("never returns"), std::string::npos);
  // Many locks, held in the reverse order of their declaration, across many calls.
  text = "process main { function f {\n";
  for (int i = 20'000; i-- > 0;) text += "lock m" + std::to_string(i) + "; call g\n";
  for (int i = 0; i < 20'000; ++i) text += "unlock m" + std::to_string(i) + "\n";
  text += "return } function g { return } }\n";
  for (int i = 0; i < 20'000; ++i) text += "lock m" + std::to_string(i) + "\n";
  EXPECT_EQ(findingsIn(text), "");
}

}  // namespace
}  // namespace empire::esl
