#include "pipeline/pipeline.h"

#include <gtest/gtest.h>

#include <atomic>

namespace empire::pipeline {
namespace {

/// Returns what it was made with, and counts how often it was asked.
class FakeEngine : public solver::Engine {
 public:
  explicit FakeEngine(solver::Answer answer) : answer_(std::move(answer)) {}
  solver::Answer solve(const esl::Module&, const esl::Question&, const Budget&, solver::Observer*) const override {
    ++asked;
    return answer_;
  }
  mutable int asked = 0;

 private:
  solver::Answer answer_;
};

class Quiet : public solver::Observer {
 public:
  void progress(std::string_view stage, std::uint64_t) override { stages += std::string(stage) + " "; }
  std::string stages;
};

const char kModel[] = R"(location x
location y
process main { function run {
  start t
  unit-begin
  read x
  read y
  unit-end
  return
} }
process t { function run {
  unit-begin
  write x
  write y
  unit-end
  return
} }
)";

query::Query queryFor(std::vector<int> scenarios) {
  query::Query query;
  query.files = {"a.esl"};
  query.scenarios = std::move(scenarios);
  return query;
}

solver::Answer answering(std::vector<solver::ScenarioAnswer> scenarios) {
  solver::Answer answer;
  answer.engine = "fake";
  answer.scenarios = std::move(scenarios);
  return answer;
}

esl::Witness tornRead() {
  const esl::ProcessId main(0), t(1);
  const esl::FunctionId run(0);
  esl::Witness witness;
  witness.pattern = esl::patternsOf(9).front();
  witness.first = main;
  witness.second = t;
  witness.l1 = esl::LocationId(0);
  witness.l2 = esl::LocationId(1);
  witness.steps = {{main, run, 0, 0}, {main, run, 1, 0}, {main, run, 2, 0}, {t, run, 0, 0},
                   {t, run, 1, 0},    {t, run, 2, 0},    {main, run, 3, 0}};
  witness.accesses = {2, 4, 5, 6};
  return witness;
}

Outcome checked(const query::Query& query, const char* text, const solver::Engine& engine, const Budget& budget = {}) {
  Quiet observer;
  Result<Outcome> outcome = check(query, {"a.esl", text}, engine, budget, observer);
  EXPECT_TRUE(outcome) << (outcome ? "" : toString(outcome.error()));
  return outcome ? std::move(*outcome) : Outcome{};
}

TEST(Check, ReportsAWitnessThatReplays) {
  const FakeEngine engine(answering({{9, solver::Verdict::Violation, "", 5, tornRead()}}));
  const Outcome outcome = checked(queryFor({9}), kModel, engine);
  EXPECT_TRUE(outcome.internalErrors.empty()) << outcome.internalErrors.front();
  ASSERT_EQ(outcome.report.results.size(), 1u);
  EXPECT_EQ(outcome.report.results[0].confirmation, "replayed");
  EXPECT_EQ(outcome.report.results[0].witness->steps.size(), 7u);
}

TEST(Check, AWitnessThatDoesNotReplayIsAnInternalErrorAndNoReport) {
  esl::Witness wrong = tornRead();
  std::swap(wrong.steps[0], wrong.steps[3]);  // t moves before it is started
  const FakeEngine engine(answering({{9, solver::Verdict::Violation, "", 5, wrong}}));
  const Outcome outcome = checked(queryFor({9}), kModel, engine);
  ASSERT_EQ(outcome.internalErrors.size(), 1u);
  EXPECT_NE(outcome.internalErrors[0].find("does not replay"), std::string::npos);
  EXPECT_TRUE(outcome.report.results.empty());
}

TEST(Check, AnAnswerOfTheWrongShapeIsAnInternalError) {
  const FakeEngine none(answering({}));
  EXPECT_EQ(checked(queryFor({9}), kModel, none).internalErrors.size(), 1u);
  const FakeEngine bare(answering({{9, solver::Verdict::Violation, "", 5, std::nullopt}}));
  EXPECT_EQ(checked(queryFor({9}), kModel, bare).internalErrors.size(), 1u);
  const FakeEngine other(answering({{8, solver::Verdict::Violation, "", 5, tornRead()}}));
  EXPECT_EQ(checked(queryFor({8}), kModel, other).internalErrors.size(), 1u);
}

TEST(Check, TellsItsStages) {
  const FakeEngine engine(answering({{1, solver::Verdict::Safe, "", 5, std::nullopt}}));
  Quiet observer;
  ASSERT_TRUE(check(queryFor({1}), {"a.esl", kModel}, engine, {}, observer));
  EXPECT_EQ(observer.stages, "read solve replay ");
}

TEST(Check, CancelledBeforeTheSearchIsUnknown) {
  const std::atomic<bool> cancelled{true};
  Budget budget;
  budget.cancelled = &cancelled;
  const FakeEngine engine(answering({{1, solver::Verdict::Safe, "", 5, std::nullopt}}));
  const Outcome outcome = checked(queryFor({1}), kModel, engine, budget);
  EXPECT_EQ(engine.asked, 0);
  EXPECT_EQ(outcome.report.results[0].verdict, solver::Verdict::Unknown);
}

TEST(Check, NeedsNoSearchWhereFewerThanTwoThreadsAccess) {
  const FakeEngine engine(answering({}));
  query::Query narrow = queryFor({1, 9});
  narrow.threads = {"t"};
  for (const char* text : {"process main { function f { return } }",
                           "location x\nprocess main { function f { unit-begin; read x; unit-end; return } }"}) {
    const Outcome outcome = checked(queryFor({1, 9}), text, engine);
    ASSERT_EQ(outcome.report.results.size(), 2u);
    EXPECT_EQ(outcome.report.results[0].verdict, solver::Verdict::Safe);
    EXPECT_FALSE(outcome.report.results[0].reason.empty());
  }
  EXPECT_EQ(checked(narrow, kModel, engine).report.results[1].verdict, solver::Verdict::Safe);
  EXPECT_EQ(engine.asked, 0);
}

TEST(Check, NamesTheThreadsAndLocationsThatThereAre) {
  const FakeEngine engine(answering({}));
  query::Query query = queryFor({1});
  query.threads = {"mian"};
  query.locations = {"z"};
  Quiet observer;
  const Result<Outcome> outcome = check(query, {"a.esl", kModel}, engine, {}, observer);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(toString(outcome.error()),
            "error: the model has no thread 'mian'; did you mean main?; its threads are main, t\n"
            "error: the model has no location 'z'; its locations are x, y\n");
}

TEST(Check, ErrorsInTheInputHavePositions) {
  const FakeEngine engine(answering({}));
  Quiet observer;
  const Result<Outcome> outcome = check(queryFor({1}), {"a.esl", "location\nprocess {"}, engine, {}, observer);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().front().where.file, "a.esl");
  EXPECT_NE(outcome.error().front().where.line, 0u);
}

TEST(Model, PrintsEveryStage) {
  for (const StageInfo& stage : stages()) {
    if (stage.print == nullptr) continue;  // only from C++
    for (const std::vector<int>& scenarios : {std::vector<int>{}, std::vector<int>{9}}) {
      const Result<Printed> printed = model(queryFor(scenarios), {"a.esl", kModel}, stage);
      ASSERT_TRUE(printed) << stage.name;
      EXPECT_NE(printed->text.find("main"), std::string::npos) << stage.name;
      EXPECT_EQ(printed->text.back(), '\n') << stage.name;
    }
  }
  EXPECT_EQ(findStage("nonsense"), nullptr);
}

TEST(Model, FactsAboutAProgramNeedCpp) {
  const Result<Printed> printed = model(queryFor({}), {"a.esl", kModel}, *findStage("program"));
  ASSERT_FALSE(printed);
  EXPECT_NE(printed.error().front().message.find("needs C++"), std::string::npos);
}

TEST(Model, EslReadsBack) {
  const Result<Printed> once = model(queryFor({}), {"a.esl", kModel}, *findStage("esl"));
  ASSERT_TRUE(once);
  const Result<Printed> twice = model(queryFor({}), {"a.esl", once->text}, *findStage("esl"));
  ASSERT_TRUE(twice);
  EXPECT_EQ(once->text, twice->text);
}

}  // namespace
}  // namespace empire::pipeline
