// The product engine: each process becomes a small automaton over the events that others can notice
// (local_automaton.h); a breadth-first search runs over tuples of their nodes, the flags, and the tracker that follows
// all asked patterns at once (search.h). Who holds a lock, who has finished and how deep a unit is follow from the
// nodes.

#include "solver/product/engine.h"

#include <variant>

#include "solver/product/local_automaton.h"
#include "solver/product/search.h"

namespace empire::solver {

namespace {

Answer unknown(const esl::Question& question, const std::string& reason) {
  Answer answer;
  for (int scenario : question.scenarios) {
    ScenarioAnswer row;
    row.scenario = scenario;
    row.reason = reason;
    answer.scenarios.push_back(std::move(row));
  }
  return answer;
}

Answer answerFor(const esl::Module& module, const esl::Question& question, const Budget& budget, Observer* observer) {
  if (observer != nullptr) observer->progress("preparing", 0);
  auto built = product::buildAutomata(module, question, budget);
  if (const auto* none = std::get_if<product::NoAutomaton>(&built)) {
    const auto* exhausted = std::get_if<Exhausted>(none);
    return unknown(question, exhausted != nullptr ? describe(*exhausted) : std::get<std::string>(*none));
  }
  const auto& automata = std::get<std::vector<product::LocalAutomaton>>(built);
  Budget rest = budget;
  std::uint64_t bytes = 0;
  for (const product::LocalAutomaton& automaton : automata) bytes += automaton.bytes();
  if (rest.bytes != Budget::kUnlimited) rest.bytes = bytes < rest.bytes ? rest.bytes - bytes : 0;
  Answer answer;
  product::Search(module, question, automata, rest, observer).run(answer);
  answer.bytes += bytes;
  return answer;
}

}  // namespace

Answer ProductEngine::solve(const esl::Module& module, const esl::Question& question, const Budget& budget,
                            Observer* observer) const {
  Answer answer = answerFor(module, question, budget, observer);
  answer.engine = "product";
  return answer;
}

}  // namespace empire::solver
