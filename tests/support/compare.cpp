#include "tests/support/compare.h"

#include <fmt/format.h>

#include <algorithm>

#include "esl/interpreter.h"
#include "solver/witness_check.h"
#include "support/check.h"
#include "tests/support/shrink.h"

namespace empire::test {

namespace {

using solver::Verdict;

class Comparer {
 public:
  Comparer(const esl::Module& module, const esl::Question& question, const CompareOptions& options)
      : module_(module), question_(question), options_(options) {}

  Comparison run() {
    interpretIt();
    for (const std::string& name : options_.engines) engine(name);
    return std::move(result_);
  }

 private:
  void interpretIt();
  void checkInterpreterWitnesses(const esl::Module& module, const esl::Interpretation& found);
  void engine(const std::string& name);
  void scenario(const std::string& name, const solver::ScenarioAnswer& answer, std::size_t index);
  void races(const std::string& name, const solver::Answer& answer);
  void mismatch(std::string_view engine, int scenario, std::string what) {
    result_.mismatches.push_back({std::string(engine), scenario, std::move(what)});
  }

  bool mustDecide(const std::string& name);

  const esl::Module& module_;
  const esl::Question& question_;
  const CompareOptions& options_;
  esl::Interpretation oracle_;
  esl::InterpreterBounds bounds_;
  bool shortest_ = false;  // the interpreter's witnesses are as short as can be
  Comparison result_;
};

void Comparer::checkInterpreterWitnesses(const esl::Module& module, const esl::Interpretation& found) {
  for (std::size_t i = 0; i < found.witnesses.size(); ++i) {
    if (!found.witnesses[i]) continue;
    const int scenario = question_.scenarios[i];
    if (found.witnesses[i]->pattern.scenario != scenario) {
      mismatch("interpreter", scenario, "its witness is of another scenario");
    }
    const std::string wrong = solver::checkWitness(module, *found.witnesses[i]);
    if (!wrong.empty()) mismatch("interpreter", scenario, "its witness does not replay: " + wrong);
  }
}

// The oracle works on the module without silent recursion, which it could only cut off. Where that makes
// a difference it looks at the module as it is, too.
void Comparer::interpretIt() {
  bounds_.states = options_.interpreterStates;
  bounds_.stack = options_.interpreterStack;
  bounds_.depth = options_.interpreterDepth;
  const esl::Module plain = withoutSilentCalls(module_);
  oracle_ = esl::interpret(plain, question_, bounds_);
  EMPIRE_CHECK(oracle_.witnesses.size() == question_.scenarios.size(), "one answer for each scenario");
  checkInterpreterWitnesses(plain, oracle_);
  if (!(plain == module_)) {
    const esl::Interpretation direct = esl::interpret(module_, question_, bounds_);
    checkInterpreterWitnesses(module_, direct);
    for (std::size_t i = 0; i < direct.witnesses.size(); ++i) {
      if (direct.witnesses[i] && !oracle_.witnesses[i] && oracle_.complete) {
        mismatch("interpreter", question_.scenarios[i], "a silent call makes a violation");
      }
      if (!direct.witnesses[i] && oracle_.witnesses[i] && direct.complete) {
        mismatch("interpreter", question_.scenarios[i], "a silent call hides a violation");
      }
    }
  }
  for (const auto& witness : oracle_.witnesses) {
    result_.truth.push_back(witness ? Verdict::Violation : oracle_.complete ? Verdict::Safe : Verdict::Unknown);
  }
  shortest_ = oracle_.complete && plain == module_;
  result_.states = oracle_.states;
  result_.races = oracle_.races.size();
  result_.complete = oracle_.complete;
}

void Comparer::scenario(const std::string& name, const solver::ScenarioAnswer& answer, std::size_t index) {
  const int number = question_.scenarios[index];
  const Verdict truth = result_.truth[index];
  if (answer.scenario != number) return mismatch(name, number, "the answers are not in the question's order");
  if (answer.witness.has_value() != (answer.verdict == Verdict::Violation)) {
    return mismatch(name, number, "a witness without violation, or a violation without witness");
  }
  switch (answer.verdict) {
    case Verdict::Violation: {
      const std::string wrong = answer.witness->pattern.scenario == number
                                    ? solver::checkWitness(module_, *answer.witness)
                                    : std::string("it is of another scenario");
      if (!wrong.empty()) return mismatch(name, number, "its witness does not replay: " + wrong);
      if (!esl::asksAbout(question_, answer.witness->first) || !esl::asksAbout(question_, answer.witness->second) ||
          !esl::asksAbout(question_, answer.witness->l1) ||
          (answer.witness->l2.valid() && !esl::asksAbout(question_, answer.witness->l2))) {
        return mismatch(name, number, "its witness is about something that was not asked");
      }
      if (truth == Verdict::Safe) mismatch(name, number, "it finds a violation, the interpreter none");
      if (shortest_ && truth == Verdict::Violation &&
          answer.witness->steps.size() < oracle_.witnesses[index]->steps.size()) {
        mismatch("interpreter", number, "its witness is longer than one of " + name);
      }
      break;
    }
    case Verdict::Safe:
      if (truth == Verdict::Violation) mismatch(name, number, "it says safe, the interpreter has a witness");
      break;
    case Verdict::Unknown:
      if (answer.reason.empty()) mismatch(name, number, "unknown without a reason");
      if (mustDecide(name)) mismatch(name, number, "unknown where it must decide: " + answer.reason);
      break;
  }
}

void Comparer::races(const std::string& name, const solver::Answer& answer) {
  const auto includes = [](const std::vector<esl::Race>& all, const std::vector<esl::Race>& part) {
    return std::includes(all.begin(), all.end(), part.begin(), part.end());
  };
  if (!std::is_sorted(answer.races.begin(), answer.races.end())) return mismatch(name, 0, "races are not sorted");
  if (oracle_.complete && !includes(oracle_.races, answer.races)) {
    mismatch(
        name, 0,
        fmt::format("races that the interpreter does not have ({} and {})", answer.races.size(), oracle_.races.size()));
  }
  if (answer.racesComplete && !includes(answer.races, oracle_.races)) {
    mismatch(name, 0, fmt::format("races are missing ({} of {})", answer.races.size(), oracle_.races.size()));
  }
  if (!answer.racesComplete && mustDecide(name)) {
    mismatch(name, 0, "races are not complete where they could be");
  }
}

// Product looks at each process alone first, and may give up if that has no bound by itself, even if others
// never let it run so far.
bool Comparer::mustDecide(const std::string& name) {
  if (name != "product" || !oracle_.complete || isRecursive(withoutSilentCalls(module_))) return false;
  for (std::size_t i = 0; i < module_.processes.size(); ++i) {
    const esl::Module alone = withoutSilentCalls(onlyProcess(module_, esl::ProcessId(i)));
    if (!esl::interpret(alone, esl::Question{}, bounds_).complete) return false;
  }
  return true;
}

void Comparer::engine(const std::string& name) {
  const solver::EngineInfo* info = solver::findEngine(name);
  EMPIRE_CHECK(info != nullptr, "engines are asked by their names");
  Budget budget;
  budget.steps = options_.engineSteps;
  budget.bytes = options_.engineBytes;
  const solver::Answer answer = info->make()->solve(module_, question_, budget, nullptr);
  std::vector<Verdict> verdicts;
  if (answer.scenarios.size() != question_.scenarios.size()) {
    mismatch(name, 0, "not one answer for each scenario");
    result_.answers.emplace_back(question_.scenarios.size(), Verdict::Unknown);
    return;
  }
  for (std::size_t i = 0; i < answer.scenarios.size(); ++i) {
    scenario(name, answer.scenarios[i], i);
    verdicts.push_back(answer.scenarios[i].verdict);
  }
  races(name, answer);
  result_.answers.push_back(std::move(verdicts));
}

}  // namespace

esl::Question resolve(const esl::Module& module, const NamedQuestion& named) {
  esl::Question question;
  question.scenarios = named.scenarios;
  const auto listed = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (std::size_t i = 0; i < module.processes.size(); ++i) {
    if (listed(named.processes, module.processes[i].name)) question.processes.emplace_back(i);
  }
  for (std::size_t i = 0; i < module.locations.size(); ++i) {
    if (listed(named.locations, module.locations[i].name)) question.locations.emplace_back(i);
  }
  return question;
}

Comparison compare(const esl::Module& module, const esl::Question& question, const CompareOptions& options) {
  return Comparer(module, question, options).run();
}

}  // namespace empire::test
