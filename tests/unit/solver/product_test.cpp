#include <gtest/gtest.h>

#include "esl/builder.h"
#include "esl/interpreter.h"
#include "solver/engine.h"
#include "solver/witness_check.h"

namespace empire::solver {
namespace {

using esl::Op;

// main starts two processes that each run one unit over two fields; `lock`: each unit takes the lock `m`.
esl::Module twoUnits(const std::vector<Op>& first, const std::vector<Op>& second, bool lock) {
  esl::ModuleBuilder builder;
  const auto a = builder.location("a");
  const auto b = builder.location("b");
  const auto m = builder.lock("m");
  const auto main = builder.process("main");
  const auto t1 = builder.process("t1");
  const auto t2 = builder.process("t2");
  auto& start = builder.body(main, builder.function(main, "main"));
  start.add(Op::Start, t1.raw);
  start.add(Op::Start, t2.raw);
  start.add(Op::Return);
  for (const auto& [process, ops] : {std::pair(t1, first), std::pair(t2, second)}) {
    auto& body = builder.body(process, builder.function(process, "run"));
    body.add(Op::UnitBegin);
    if (lock) body.add(Op::Lock, m.raw);
    for (std::size_t i = 0; i < ops.size(); ++i) body.add(ops[i], (i % 2 == 0 ? a : b).raw);
    if (lock) body.add(Op::Unlock, m.raw);
    body.add(Op::UnitEnd);
    body.add(Op::Return);
  }
  return builder.finish();
}

Answer solve(const esl::Module& module, const Budget& budget = {}) {
  return findEngine("product")->make()->solve(module, esl::everything(), budget, nullptr);
}

TEST(Product, FindsATornReadAndReplaysIt) {
  const esl::Module module = twoUnits({Op::Read, Op::Read}, {Op::Write, Op::Write}, false);
  const Answer answer = solve(module);
  for (const ScenarioAnswer& row : answer.scenarios) {
    // 9: the writer runs between the two reads; 8: the reader runs between the two writes. The crossed orders 10 and
    // 11 need one of them to go from b to a.
    const bool expected = row.scenario == 8 || row.scenario == 9;
    EXPECT_EQ(row.verdict, expected ? Verdict::Violation : Verdict::Safe) << "scenario " << row.scenario;
    if (row.witness) {
      EXPECT_EQ(checkWitness(module, *row.witness), "") << "scenario " << row.scenario;
    }
  }
  EXPECT_EQ(answer.races.size(), 2u);
  EXPECT_TRUE(answer.racesComplete);
}

TEST(Product, ALockMakesItSafe) {
  const Answer answer = solve(twoUnits({Op::Read, Op::Read}, {Op::Write, Op::Write}, true));
  for (const ScenarioAnswer& row : answer.scenarios) EXPECT_EQ(row.verdict, Verdict::Safe) << row.scenario;
  EXPECT_TRUE(answer.races.empty());
}

TEST(Product, AStepBudgetGivesUnknownNeverSafe) {
  Budget budget;
  budget.steps = 2;
  for (const ScenarioAnswer& row : solve(twoUnits({Op::Read}, {Op::Read}, true), budget).scenarios) {
    EXPECT_EQ(row.verdict, Verdict::Unknown);
    EXPECT_FALSE(row.reason.empty());
  }
}

TEST(Product, AMemoryBudgetGivesUnknownNeverSafe) {
  Budget budget;
  budget.bytes = 1000;
  for (const ScenarioAnswer& row : solve(twoUnits({Op::Read}, {Op::Read}, true), budget).scenarios) {
    EXPECT_EQ(row.verdict, Verdict::Unknown);
    EXPECT_NE(row.reason.find("memory"), std::string::npos) << row.reason;
  }
}

TEST(Product, CancellingGivesUnknownNeverSafe) {
  const std::atomic<bool> cancelled = true;
  Budget budget;
  budget.cancelled = &cancelled;
  for (const ScenarioAnswer& row : solve(twoUnits({Op::Read}, {Op::Read}, true), budget).scenarios) {
    EXPECT_EQ(row.verdict, Verdict::Unknown);
  }
}

TEST(Product, AProcessThatNobodyStartsCannotMakeItUnknown) {
  esl::ModuleBuilder builder;
  const auto x = builder.location("x");
  const auto main = builder.process("main");
  const auto idle = builder.process("idle");
  auto& body = builder.body(main, builder.function(main, "main"));
  body.add(Op::UnitBegin);
  body.add(Op::Write, x.raw);
  body.add(Op::UnitEnd);
  body.add(Op::Return);
  const auto loop = builder.function(idle, "loop");
  auto& endless = builder.body(idle, loop);
  endless.add(Op::Write, x.raw);
  endless.add(Op::Call, loop.raw);  // recursion with events
  endless.add(Op::Return);
  for (const ScenarioAnswer& row : solve(builder.finish()).scenarios) EXPECT_EQ(row.verdict, Verdict::Safe);
}

TEST(Product, UnitsThatNestWithoutEndAreUnknown) {
  esl::ModuleBuilder builder;
  builder.location("x");
  const auto main = builder.process("main");
  auto& body = builder.body(main, builder.function(main, "main"));
  const auto again = body.newLabel();
  body.place(again);
  body.add(Op::UnitBegin);
  body.jump(again);
  for (const ScenarioAnswer& row : solve(builder.finish()).scenarios) {
    EXPECT_EQ(row.verdict, Verdict::Unknown);
    EXPECT_NE(row.reason.find("units inside each other"), std::string::npos) << row.reason;
  }
}

TEST(WitnessCheck, RefusesAWitnessThatIsTamperedWith) {
  const esl::Module module = twoUnits({Op::Read, Op::Read}, {Op::Write, Op::Write}, false);
  const Answer answer = solve(module);
  const esl::Witness good = *answer.scenarios[8].witness;
  ASSERT_EQ(checkWitness(module, good), "");
  esl::Witness bad = good;
  std::swap(bad.accesses[1], bad.accesses[2]);
  EXPECT_NE(checkWitness(module, bad), "");
  bad = good;
  bad.first = bad.second;
  EXPECT_NE(checkWitness(module, bad), "");
  bad = good;
  bad.steps.pop_back();
  EXPECT_NE(checkWitness(module, bad), "");
  bad = good;
  bad.steps.erase(bad.steps.begin());
  EXPECT_NE(checkWitness(module, bad), "");
  bad = good;
  bad.pattern.roles[0].write = true;
  EXPECT_NE(checkWitness(module, bad), "");
  // The same accesses cannot be interleaved when a lock guards them.
  EXPECT_NE(checkWitness(twoUnits({Op::Read, Op::Read}, {Op::Write, Op::Write}, true), good), "");
}

}  // namespace
}  // namespace empire::solver
