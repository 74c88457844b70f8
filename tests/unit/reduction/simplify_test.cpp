#include "reduction/simplify.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "esl/builder.h"
#include "esl/interpreter.h"
#include "esl/parser.h"
#include "esl/printer.h"
#include "esl/validate.h"
#include "solver/engine.h"

namespace empire::reduction {
namespace {

using esl::Op;

esl::Module parse(const std::string& text) {
  const Result<esl::Module> module = esl::parse(text, "m.esl");
  EXPECT_TRUE(module) << (module ? "" : toString(module.error()));
  return module ? *module : esl::Module{};
}

std::string withoutPositions(esl::Module module) {
  for (esl::Process& process : module.processes) {
    process.loc = {};
    for (esl::Function& function : process.functions) {
      function.loc = {};
      for (esl::Stmt& stmt : function.body) stmt.loc = {};
    }
  }
  for (esl::Location& location : module.locations) location.loc = {};
  for (esl::Lock& lock : module.locks) lock.loc = {};
  for (esl::Flag& flag : module.flags) flag.loc = {};
  return esl::print(module);
}

std::string simplified(const std::string& text) { return withoutPositions(simplify(parse(text))); }

TEST(Simplify, DropsWhatDoesNothing) {
  EXPECT_EQ(simplified(R"(
    location x
    lock l
    flag b
    process main {
      function run { start t; skip; goto L; read x; L: call quiet; unit-begin; lock l; read x; unlock l; unit-end; set b
        return }
      function quiet { skip; return }
    }
    process t { function run { skip; write x; skip; return } }
    process idle { function run { lock l; unlock l; return } }
  )"),
            withoutPositions(parse(R"(
    location x
    process main { function run { start t; unit-begin; read x; unit-end; return } }
    process t { function run { write x; return } }
  )")));
}

TEST(Simplify, KeepsALockThatEndsABranch) {
  // One process only, but the second release is a dead end: what comes after it never happens.
  const esl::Module module = simplify(parse(R"(
    location x
    lock l
    process main { function run { lock l; unlock l; unlock l; read x; return } }
  )"));
  EXPECT_EQ(module.locks.size(), 1u);
}

TEST(Simplify, KeepsAProcessThatIsJoined) {
  const esl::Module module = simplify(parse(R"(
    location x
    process main { function run { start t; join t; read x; return } }
    process t { function run { L: goto L; return } }
  )"));
  EXPECT_EQ(module.processes.size(), 2u);
}

TEST(Simplify, DropsAProcessThatOnlyLocks) {
  const esl::Module module = simplify(parse(R"(
    location x
    lock l
    process main { function run { start t; lock l; read x; unlock l; return } }
    process t { function run { lock l; return } }
  )"));
  EXPECT_EQ(module.processes.size(), 1u);
  EXPECT_EQ(module.locks.size(), 0u);
}

TEST(Simplify, ACallThatDoesNotComeBackIsADeadEnd) {
  const esl::Module module = simplify(parse(R"(
    location x
    process main {
      function run { read x; call spin; write x; return }
      function spin { L: goto L; return }
    }
  )"));
  EXPECT_EQ(esl::print(module).find("write"), std::string::npos) << esl::print(module);
}

// Small modules with everything in them: branches, loops, helpers, locks, flags, joins.
class RandomModule {
 public:
  explicit RandomModule(std::uint64_t seed) : random_(seed) {}

  esl::Module make() {
    for (const char* name : {"x", "y"}) builder_.location(name);
    builder_.lock("l", true, below(2) == 0);
    builder_.lock("m", false, below(3) == 0);
    for (const char* name : {"b", "c"}) builder_.flag(name);
    for (const char* name : {"main", "t", "u"}) builder_.process(name);
    for (std::uint32_t p = 0; p < 3; ++p) {
      const esl::ProcessId process(p);
      for (const char* name : {"run", "help"}) builder_.function(process, name);
      esl::FunctionBuilder& run = builder_.body(process, esl::FunctionId(0));
      if (p == 0) run.add(Op::Start, 1);
      if (p == below(2)) run.add(Op::Start, 2);
      const bool unit = below(4) != 0;
      if (unit) run.add(Op::UnitBegin);
      block(run, 2 + below(4), true);
      if (unit) run.add(Op::UnitEnd);
      run.add(Op::Return);
      esl::FunctionBuilder& help = builder_.body(process, esl::FunctionId(1));
      block(help, below(3), false);
      help.add(Op::Return);
    }
    return builder_.finish();
  }

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  void block(esl::FunctionBuilder& body, std::uint32_t count, bool calls) {
    for (std::uint32_t i = 0; i < count; ++i) one(body, calls);
  }

  void one(esl::FunctionBuilder& body, bool calls) {
    switch (below(14)) {
      case 0: body.add(Op::Skip); break;
      case 1:
      case 2: body.add(Op::Read, below(2)); break;
      case 3:
      case 4: body.add(Op::Write, below(2)); break;
      case 5: body.add(below(4) == 0 ? Op::Unlock : Op::Lock, below(2)); break;
      case 6: wrapped(body, Op::Lock, Op::Unlock, below(2), calls); break;
      case 7:
      case 8: wrapped(body, Op::UnitBegin, Op::UnitEnd, UINT32_MAX, calls); break;
      case 9: branch(body, calls); break;
      case 10: calls ? static_cast<void>(body.add(Op::Call, 1)) : static_cast<void>(body.add(Op::UnitSplit)); break;
      case 11: body.add(below(2) == 0 ? Op::Set : Op::Claim, below(2)); break;
      case 12: below(3) == 0 ? static_cast<void>(body.add(Op::Require, below(2))) : branch(body, calls); break;
      case 13: below(3) == 0 ? static_cast<void>(body.add(Op::Join, 1 + below(2))) : tryLock(body, calls); break;
      default: break;
    }
  }

  void wrapped(esl::FunctionBuilder& body, Op begin, Op end, std::uint32_t operand, bool calls) {
    body.add(begin, operand);
    block(body, 1 + below(2), calls);
    body.add(end, operand);
  }

  void branch(esl::FunctionBuilder& body, bool calls) {
    const auto a = body.newLabel(), b = body.newLabel(), end = body.newLabel();
    body.choice({a, b});
    body.place(a);
    block(body, below(2), calls);
    body.jump(end);
    body.place(b);
    if (below(3) == 0) body.jump(a);
    block(body, below(2), calls);
    body.place(end);
    body.add(Op::Skip);
  }

  void tryLock(esl::FunctionBuilder& body, bool calls) {
    const auto otherwise = body.newLabel();
    const std::uint32_t lock = below(2);
    body.tryLock(esl::LockId(lock), false, otherwise);
    block(body, 1, calls);
    body.add(Op::Unlock, lock);
    body.place(otherwise);
    body.add(Op::Skip);
  }

  std::mt19937_64 random_;
  esl::ModuleBuilder builder_;
};

TEST(Simplify, RandomModulesKeepTheirAnswers) {
  const auto engine = solver::findEngine("product")->make();
  int violated = 0, smaller = 0, interpreted = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const esl::Module module = RandomModule(seed).make();
    ASSERT_FALSE(esl::hasErrors(esl::validate(module))) << "seed " << seed;
    const esl::Module small = simplify(module);
    ASSERT_FALSE(esl::hasErrors(esl::validate(small)))
        << "seed " << seed << toString(esl::validate(small)) << esl::print(small);
    smaller += esl::statementCount(small) < esl::statementCount(module);
    EXPECT_LE(esl::statementCount(simplify(small)), esl::statementCount(small)) << "seed " << seed;
    Budget budget;
    budget.steps = 100'000;
    const solver::Answer before = engine->solve(module, esl::everything(), budget, nullptr);
    const solver::Answer after = engine->solve(small, esl::everything(), budget, nullptr);
    for (std::size_t i = 0; i < before.scenarios.size(); ++i) {
      if (before.scenarios[i].verdict == solver::Verdict::Unknown) continue;
      violated += before.scenarios[i].verdict == solver::Verdict::Violation;
      EXPECT_EQ(before.scenarios[i].verdict, after.scenarios[i].verdict)
          << "seed " << seed << " scenario " << before.scenarios[i].scenario << "\n"
          << esl::print(module) << "\n"
          << esl::print(small);
    }
    if (seed % 10 != 0) continue;
    const esl::Interpretation slow = esl::interpret(small, esl::everything(), {20'000, 6, 6, nullptr});
    if (!slow.complete) continue;
    ++interpreted;
    for (std::size_t i = 0; i < before.scenarios.size(); ++i) {
      if (before.scenarios[i].verdict == solver::Verdict::Unknown) continue;
      EXPECT_EQ(before.scenarios[i].verdict == solver::Verdict::Violation, slow.witnesses[i].has_value())
          << "seed " << seed;
    }
  }
  EXPECT_GT(violated, 100);
  EXPECT_GT(smaller, 1000);
  EXPECT_GT(interpreted, 10);
}

}  // namespace
}  // namespace empire::reduction
