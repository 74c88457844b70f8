// What the validator says about levels, against an exploration of all configurations of one process.

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "esl/builder.h"
#include "esl/printer.h"
#include "esl/validate.h"

namespace empire::esl {
namespace {

// Three functions; each calls only later ones, so all stacks are small.
Module randomModule(std::mt19937& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
  constexpr Op kOps[] = {Op::Skip,      Op::Lock,    Op::Unlock, Op::Wait, Op::UnitBegin,
                         Op::UnitBegin, Op::UnitEnd, Op::Read,   Op::Call, Op::Call};
  ModuleBuilder builder;
  builder.location("x");
  builder.lock("m", false, true);
  builder.lock("k", false, true);
  const ProcessId p = builder.process("main");
  for (std::string_view name : {"f", "g", "h"}) builder.function(p, name);
  for (std::uint32_t f = 0; f < 3; ++f) {
    FunctionBuilder& body = builder.body(p, FunctionId(f));
    const FunctionBuilder::Label jump = body.newLabel();
    const std::uint32_t count = 2 + below(5);
    const std::uint32_t placed = below(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i == placed) body.place(jump);
      const Op op = kOps[below(std::size(kOps))];
      if (below(6) == 0) {
        if (below(2) == 0) {
          body.tryLock(LockId(below(2)), false, jump);
        } else {
          const FunctionBuilder::Label next = body.newLabel();
          body.choice({jump, next});
          body.place(next);
        }
      } else if (op == Op::Call) {
        if (f < 2) body.add(op, f + 1 + below(2 - f));
      } else {
        const bool onLock = op == Op::Lock || op == Op::Unlock || op == Op::Wait;
        body.add(op, onLock ? below(2) : 0);
      }
    }
    if (body.size() <= placed) body.place(jump);
    body.add(Op::Return);
  }
  return builder.finish();
}

struct Configuration {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stack;  // function, statement
  std::vector<int> levels = {0, 0, 0};                         // unit depth, m, k
  friend auto operator<=>(const Configuration&, const Configuration&) = default;
};

// Whether an access outside any unit, or a statement that is stuck for want of a unit or a lock, can be reached.
bool hasShortage(const Process& process) {
  std::set<Configuration> seen;
  std::vector<Configuration> work = {{{{0, 0}}}};
  bool found = false;
  const auto add = [&](Configuration next) {
    if (seen.insert(next).second) work.push_back(std::move(next));
  };
  while (!work.empty() && !found) {
    const Configuration now = work.back();
    work.pop_back();
    const auto [f, s] = now.stack.back();
    const Function& function = process.functions[f];
    const Stmt& stmt = function.body[s];
    Configuration next = now;
    ++next.stack.back().second;
    for (std::uint32_t target : function.targetsOf(stmt)) {
      Configuration jumped = now;
      jumped.stack.back().second = target;
      add(jumped);
    }
    if (stmt.op == Op::Choice) continue;
    const std::size_t lock = stmt.operand + 1;
    if (stmt.op == Op::Return) {
      next.stack.pop_back();
      if (next.stack.empty()) continue;
    }
    if (stmt.op == Op::Call) next.stack.push_back({stmt.operand, 0});
    if (stmt.op == Op::Lock || stmt.op == Op::TryLock) ++next.levels[lock];
    if (stmt.op == Op::UnitBegin) ++next.levels[0];
    if (stmt.op == Op::Unlock) found = found || --next.levels[lock] < 0;
    if (stmt.op == Op::Wait) found = found || next.levels[lock] == 0;
    if (stmt.op == Op::UnitEnd) found = found || --next.levels[0] < 0;
    if (stmt.op == Op::Read) found = found || next.levels[0] == 0;
    add(next);
  }
  return found;
}

TEST(ValidateLevels, AgreesWithExploration) {
  std::mt19937 random(1);
  int compared = 0;
  int shortages = 0;
  for (int round = 0; round < 20'000; ++round) {
    const Module module = randomModule(random);
    const std::string findings = toString(validate(module));
    ASSERT_EQ(findings.find("error"), std::string::npos) << findings << print(module);
    // Where paths differ, only one of them is followed; without a difference levels are bounded.
    if (findings.find("differs") != std::string::npos) continue;
    const bool said = findings.find("can be reached where") != std::string::npos ||
                      findings.find("outside any unit") != std::string::npos;
    ASSERT_EQ(said, hasShortage(module.processes[0])) << findings << print(module);
    ++compared;
    shortages += said;
  }
  EXPECT_GT(compared, 5000);
  EXPECT_GT(shortages, 1000);
  EXPECT_GT(compared - shortages, 500);
}

}  // namespace
}  // namespace empire::esl
