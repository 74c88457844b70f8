#include "report/steps.h"

#include <gtest/gtest.h>

#include "tests/unit/report/report_fixture.h"

namespace empire::report {
namespace {

using esl::Op;

TEST(Steps, TellWhatHappensAndWhere) {
  const TornRead torn = tornRead();
  const std::vector<Step> steps = tell(torn.module, torn.witness);
  std::string told;
  for (const Step& step : steps) told += step.thread + " " + step.action + " " + step.target + " " + step.role + "\n";
  EXPECT_EQ(told,
            "main start t \n"
            "main begin sum \n"
            "main lock m \n"
            "main read x R(l1)\n"
            "t call set \n"
            "t begin set \n"
            "t write x W'(l1)\n"
            "t write y W'(l2)\n"
            "main unlock m \n"
            "main read y R(l2)\n");
}

TEST(Steps, NoteLocksUnitsAndStacks) {
  const TornRead torn = tornRead();
  const std::vector<Step> steps = tell(torn.module, torn.witness);
  const Step& read = steps[3];
  EXPECT_EQ(read.held, std::vector<std::string>{"m"});
  EXPECT_EQ(read.text, "p->x");
  ASSERT_TRUE(read.unit.has_value());
  EXPECT_EQ(read.unit->name, "sum");
  EXPECT_EQ(read.unit->number, 1u);
  EXPECT_EQ(read.where, (Position{"a.esl", 4, 3}));
  EXPECT_TRUE(steps[8].held.empty());
  const Step& write = steps[6];
  EXPECT_EQ(write.unit->name, "set") << "a unit without a name has that of its function";
  ASSERT_EQ(write.stack.size(), 2u);
  EXPECT_EQ(write.stack[0].function, "set");
  EXPECT_EQ(write.stack[0].where.line, 31u);
  EXPECT_EQ(write.stack[1].function, "entry");
  EXPECT_EQ(write.stack[1].where.line, 20u);
}

// One process that goes through `ops`, told without any role.
std::vector<Step> tellLine(const std::vector<std::pair<esl::Stmt, std::uint32_t>>& line) {
  esl::ModuleBuilder builder;
  builder.location("x");
  builder.lock("m", true, true);
  const esl::ProcessId main = builder.process("main");
  const esl::FunctionId run = builder.function(main, "run");
  esl::Witness witness;
  std::uint32_t last = UINT32_MAX;
  for (const auto& [stmt, branch] : line) {
    const bool secondHalf = stmt.op == Op::Wait && branch == 1;
    if (!secondHalf) last = builder.body(main, run).add(stmt);
    witness.steps.push_back({main, run, last, branch});
  }
  return tell(builder.finish(), witness);
}

esl::Stmt stmt(Op op, std::uint32_t operand = UINT32_MAX, bool shared = false) {
  esl::Stmt s;
  s.op = op;
  s.operand = operand;
  s.shared = shared;
  return s;
}

TEST(Steps, FollowReentranceTrylockAndWait) {
  const std::vector<Step> steps = tellLine({{stmt(Op::TryLock, 0), 1},
                                            {stmt(Op::Lock, 0, true), 0},
                                            {stmt(Op::Lock, 0, true), 0},
                                            {stmt(Op::Unlock, 0), 0},
                                            {stmt(Op::Wait, 0), 0},
                                            {stmt(Op::Wait, 0), 1}});
  ASSERT_EQ(steps.size(), 6u);
  EXPECT_EQ(steps[0].outcome, "failed");
  EXPECT_TRUE(steps[0].held.empty());
  EXPECT_EQ(steps[1].heldShared, std::vector<std::string>{"m"});
  EXPECT_EQ(steps[3].held, std::vector<std::string>{"m"}) << "one level is left";
  EXPECT_EQ(steps[4].outcome, "released");
  EXPECT_TRUE(steps[4].held.empty());
  EXPECT_EQ(steps[5].outcome, "retaken");
  EXPECT_EQ(steps[5].occurrence, steps[4].occurrence) << "both halves are one execution of the wait";
  EXPECT_TRUE(steps[5].heldShared.empty());
}

TEST(Steps, CountUnitsSplitsAndOccurrences) {
  const std::vector<Step> steps = tellLine({{stmt(Op::Read, 0), 0},
                                            {stmt(Op::UnitBegin), 0},
                                            {stmt(Op::UnitBegin), 0},
                                            {stmt(Op::UnitSplit), 0},
                                            {stmt(Op::UnitEnd), 0},
                                            {stmt(Op::Read, 0), 0},
                                            {stmt(Op::UnitEnd), 0},
                                            {stmt(Op::Read, 0), 0}});
  ASSERT_EQ(steps.size(), 8u);
  EXPECT_FALSE(steps[0].unit.has_value());
  EXPECT_EQ(steps[2].unit->depth, 2u);
  EXPECT_EQ(steps[3].unit->number, 2u) << "a split begins a new unit";
  EXPECT_EQ(steps[5].unit->number, 2u);
  EXPECT_EQ(steps[6].unit->depth, 0u);
  EXPECT_FALSE(steps[7].unit.has_value());
  EXPECT_EQ(steps[7].occurrence, 3u);
}

}  // namespace
}  // namespace empire::report
