#include "esl/printer.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "esl/builder.h"
#include "esl/parser.h"

namespace empire::esl {
namespace {

Module parsed(std::string_view text, std::string_view file = "a.esl") {
  const Result<Module> result = parse(text, file);
  EXPECT_TRUE(result) << toString(result.error()) << text;
  return result ? *result : Module{};
}

TEST(Printer, WritesTheCanonicalText) {
  const Module m = parsed(
      "process main entry g { function \"f\" { A: B: read \"x\" atomic \"a \\\"b\\\"\" @\"m.cpp\":3; choice A,C,B\n"
      " C: unused: trylock m shared else C; return } function g @\"m.cpp\":1:2 { call f; return } }\n"
      "lock \"m\" shared @\"m.cpp\":1; location x @\"m.cpp\":2:9");
  EXPECT_EQ(print(m),
            "location x @\"m.cpp\":2:9\n"
            "lock m shared @\"m.cpp\":1\n"
            "\n"
            "process main entry g @\"a.esl\":1:1 {\n"
            "  function f @\"a.esl\":1:24 {\n"
            "    L0: read x atomic \"a \\\"b\\\"\" @\"m.cpp\":3\n"
            "    choice L0, L2, L0 @\"a.esl\":1:83\n"
            "    L2: trylock m shared else L2 @\"a.esl\":2:13\n"
            "    return @\"a.esl\":2:38\n"
            "  }\n"
            "  function g @\"m.cpp\":1:2 {\n"
            "    call f @\"a.esl\":2:73\n"
            "    return @\"a.esl\":2:81\n"
            "  }\n"
            "}\n");
}

TEST(Printer, ParsingWhatWasPrintedGivesTheSameModule) {
  const std::string_view texts[] = {
      "",
      "process p {}",
      "process main { function f { } }",
      "flag b @\"\":0; lock m reentrant @\"x\\ny\":4294967295:4294967295",
      "location \"\"; location \"a\\\"b\\\\\"; location \"read\"; location \"\xc3\xa4\\n\\t\\x00\\xff\"; location "
      "\"1\"\n"
      "process \"process\" entry \"else\" { function \"a b\" { return } function \"else\" { call \"a b\"; call "
      "\"else\"\n"
      "\"\": read \"\"; read \"read\" \"\"; write \"1\" \"\\x01\"; goto \"\" } }\n"
      "process main { function main { start \"process\"; join \"process\"; return } }",
      "location x; lock m shared; flag b; process p { function f { return } }\n"
      "process main { function f {\n"
      "A: skip; goto B\nB: choice A, B, C\nC: call f; read x; read x atomic; write x atomic may \"x = 1\" @\"f\":3:4\n"
      "update x may; lock m; lock m shared; unlock m; unlock m shared; trylock m else A; trylock m shared else B\n"
      "wait m; wait m shared; unit-begin \"T::f\"; unit-end; unit-split; start p; join p; set b; require b; claim b\n"
      "return \"text\" } }",
      "process z @\"z\":1 { function f { skip \"2\" @\"y\":1; return \"1\" @\"x\":1 } }\nlocation x @\"w\":1\n"
      "process main { function f { return \"1\" } }\nflag a",
  };
  for (std::string_view text : texts) {
    const Module m = parsed(text);
    const std::string printed = print(m);
    EXPECT_EQ(parsed(printed, "other.esl"), m) << printed;
    EXPECT_EQ(print(parsed(printed, "other.esl")), printed);
  }
}

// A module with every kind of statement, drawn at random. With `places`, everything has one.
Module randomModule(std::uint32_t seed, bool places) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::string_view odd[] = {"x", "lock", "a b", "\"", "\\", "\n", "\xc3\xa4", "1", "-", "$.", "main"};
  ModuleBuilder builder;
  for (std::string_view name : odd) {
    builder.location(name);
    builder.lock(name, true, below(2) != 0);
    builder.flag(name);
    builder.process(name);
  }
  for (std::size_t p = 0; p < std::size(odd); ++p) {
    for (std::string_view name : odd) {
      const FunctionId f = builder.function(ProcessId(p), name);
      FunctionBuilder& body = builder.body(ProcessId(p), f);
      std::vector<FunctionBuilder::Label> labels;
      for (int i = 0; i < 3; ++i) labels.push_back(body.newLabel());
      for (int i = 0; i < 12; ++i) {
        if (i % 4 == 1) body.place(labels[static_cast<std::size_t>(i / 4)]);
        const Op op = static_cast<Op>(below(kOpCount));
        Stmt stmt;
        stmt.op = op;
        if (op == Op::Goto) {
          body.jump(labels[below(3)]);
        } else if (op == Op::Choice) {
          body.choice({labels[below(3)], labels[below(3)]});
        } else if (op == Op::TryLock) {
          body.tryLock(LockId(below(std::size(odd))), below(2) != 0, labels[below(3)]);
        } else {
          const bool none =
              op == Op::Skip || op == Op::Return || op == Op::UnitBegin || op == Op::UnitEnd || op == Op::UnitSplit;
          if (!none) stmt.operand = below(std::size(odd));
          stmt.shared = (op == Op::Lock || op == Op::Unlock || op == Op::Wait) && below(2) != 0;
          stmt.atomic = (op == Op::Read || op == Op::Write) && below(2) != 0;
          stmt.may = isAccess(op) && below(2) != 0;
          body.add(stmt);
        }
      }
      body.add(Op::Return);
    }
  }
  Module m = builder.finish();
  m.processes[below(m.processes.size())].entry = FunctionId(below(std::size(odd)));
  if (!places) return m;
  const auto place = [&] { return SourceLoc{m.files.intern(odd[below(std::size(odd))]), below(1000), below(3)}; };
  for (Location& location : m.locations) location.loc = place();
  for (Lock& lock : m.locks) lock.loc = place();
  for (Flag& flag : m.flags) flag.loc = place();
  for (Process& process : m.processes) {
    process.loc = place();
    for (Function& function : process.functions) {
      function.loc = place();
      for (Stmt& stmt : function.body) {
        stmt.loc = place();
        if (below(2) != 0) stmt.text = m.texts.intern(odd[below(std::size(odd))]);
      }
    }
  }
  return m;
}

TEST(Printer, BuiltModulesWithPlacesSurvive) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const Module m = randomModule(seed, true);
    EXPECT_EQ(parsed(print(m)), m) << "seed " << seed;
  }
}

TEST(Printer, BuiltModulesWithoutPlacesGetThoseOfTheText) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const Module m = randomModule(seed, false);
    const std::string text = print(m);
    EXPECT_EQ(text.find('@'), std::string::npos);
    Module again = parsed(text);
    EXPECT_EQ(again.position(again.locations[0].loc), (Position{"a.esl", 1, 1}));
    const Module places = again;
    EXPECT_EQ(parsed(print(places), "other.esl"), places) << "seed " << seed;
    again.files = {};
    for (Location& location : again.locations) location.loc = {};
    for (Lock& lock : again.locks) lock.loc = {};
    for (Flag& flag : again.flags) flag.loc = {};
    for (Process& process : again.processes) {
      process.loc = {};
      for (Function& function : process.functions) {
        function.loc = {};
        for (Stmt& stmt : function.body) stmt.loc = {};
      }
    }
    EXPECT_EQ(again, m) << "seed " << seed;
    EXPECT_EQ(print(again), text);
  }
}

}  // namespace
}  // namespace empire::esl
