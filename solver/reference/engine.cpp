#include "solver/reference/engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "esl/interpreter.h"

namespace empire::solver {

namespace {

constexpr std::uint64_t kBytesPerConfiguration = 1024;  // a generous estimate: vectors of frames and holds, twice

}  // namespace

Answer ReferenceEngine::solve(const esl::Module& module, const esl::Question& question, const Budget& budget,
                              Observer* observer) const {
  if (observer != nullptr) observer->progress("exploring", 0);
  esl::InterpreterBounds bounds;
  bounds.states = std::min({bounds.states, budget.steps, budget.bytes / kBytesPerConfiguration});
  bounds.cancelled = budget.cancelled;
  esl::Interpretation found = esl::interpret(module, question, bounds);

  Answer answer;
  answer.engine = "reference";
  answer.races = std::move(found.races);
  answer.racesComplete = found.complete;
  answer.states = found.states;
  answer.bytes = found.states * kBytesPerConfiguration;
  for (std::size_t i = 0; i < question.scenarios.size(); ++i) {
    ScenarioAnswer row;
    row.scenario = question.scenarios[i];
    row.states = found.states;
    row.witness = std::move(found.witnesses[i]);
    if (row.witness) {
      row.verdict = Verdict::Violation;
    } else if (found.complete) {
      row.verdict = Verdict::Safe;
    } else if (budget.isCancelled()) {
      row.reason = describe(Exhausted::Cancelled);
    } else {
      row.reason = fmt::format("the reference interpreter stopped at a bound ({} states, {} frames, depth {})",
                               bounds.states, bounds.stack, bounds.depth);
    }
    answer.scenarios.push_back(std::move(row));
  }
  return answer;
}

}  // namespace empire::solver
