#include <algorithm>
#include <deque>

#include "esl/parser.h"
#include "esl/validate.h"
#include "pipeline/pipeline.h"
#include "query/spelling.h"
#include "report/build.h"
#include "solver/witness_check.h"

namespace empire::pipeline {

namespace {

template <class Tag, class Items>
Result<std::vector<Id<Tag>>> find(const std::vector<std::string>& names, const Items& items, std::string_view kind,
                                  std::string_view kinds) {
  std::vector<std::string> known;
  for (const auto& item : items) known.push_back(item.name);
  std::vector<Id<Tag>> ids;
  Diagnostics errors;
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found != known.end()) {
      ids.emplace_back(static_cast<std::size_t>(found - known.begin()));
    } else {
      Diagnostic error;
      error.message = "the model has no " + std::string(kind) + " '" + name + "'" +
                      query::allowedValues(name, "its " + std::string(kinds), known);
      errors.push_back(std::move(error));
    }
  }
  if (!errors.empty()) return errors;
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

// The processes that can run: main, and what they start.
std::vector<bool> runnable(const esl::Module& module) {
  std::vector<bool> reached(module.processes.size(), false);
  std::deque<esl::ProcessId> work;
  const auto reach = [&](esl::ProcessId process) {
    if (!process.valid() || reached[process.index()]) return;
    reached[process.index()] = true;
    work.push_back(process);
  };
  reach(module.main());
  while (!work.empty()) {
    const esl::ProcessId process = work.front();
    work.pop_front();
    for (const esl::Function& function : module.process(process).functions) {
      for (const esl::Stmt& stmt : function.body) {
        if (stmt.op == esl::Op::Start) reach(stmt.process());
      }
    }
  }
  return reached;
}

bool accesses(const esl::Process& process, const esl::Question& question) {
  for (const esl::Function& function : process.functions) {
    for (const esl::Stmt& stmt : function.body) {
      if (esl::isAccess(stmt.op) && esl::asksAbout(question, stmt.location())) return true;
    }
  }
  return false;
}

solver::Answer trivialAnswer(const esl::Question& question, const std::string& reason) {
  solver::Answer answer;
  answer.engine = "none";
  answer.racesComplete = true;
  for (const int scenario : question.scenarios) {
    answer.scenarios.push_back({scenario, solver::Verdict::Safe, reason, 0, std::nullopt});
  }
  return answer;
}

// A safe or violating answer without its evidence would be a mistake of ours.
std::vector<std::string> shapeErrors(const esl::Question& question, const solver::Answer& answer) {
  std::vector<std::string> errors;
  bool matches = answer.scenarios.size() == question.scenarios.size();
  for (std::size_t i = 0; matches && i < answer.scenarios.size(); ++i) {
    matches = answer.scenarios[i].scenario == question.scenarios[i];
  }
  if (!matches) errors.push_back("engine " + answer.engine + " did not answer the scenarios it was asked");
  for (const solver::ScenarioAnswer& scenario : answer.scenarios) {
    const bool violation = scenario.verdict == solver::Verdict::Violation;
    if (violation != scenario.witness.has_value()) {
      errors.push_back("engine " + answer.engine + " gave a violation without witness, or a witness without violation");
    } else if (violation && scenario.witness->pattern.scenario != scenario.scenario) {
      errors.push_back("engine " + answer.engine + " gave the witness of another scenario");
    }
  }
  return errors;
}

// `safe` is never said where something could hide a violation.
void withholdSafe(const reduction::Reduced& facts, solver::Answer& answer) {
  if (facts.cannotBeSafe.empty()) return;
  for (solver::ScenarioAnswer& scenario : answer.scenarios) {
    if (scenario.verdict != solver::Verdict::Safe) continue;
    scenario.verdict = solver::Verdict::Unknown;
    scenario.reason = facts.cannotBeSafe;
  }
}

std::vector<std::string> textsOf(const std::vector<reduction::Note>& notes) {
  std::vector<std::string> texts;
  for (const reduction::Note& note : notes) {
    const bool placed = note.where.line != 0;
    texts.push_back((placed ? note.where.file + ":" + std::to_string(note.where.line) + ": " : "") + note.text);
  }
  return texts;
}

void describeOrigin(const Origin& origin, report::Report& out) {
  const reduction::Scope& scope = origin.facts.scope;
  out.files = origin.files;
  out.scope.waitsSplit.clear();
  for (const reduction::Note& wait : scope.waitsSplit) out.scope.waitsSplit.push_back(wait.where);
  out.scope.notSeen = textsOf(scope.unseen);
  out.scope.locksIgnored = textsOf(scope.locksIgnored);
  out.scope.joinsUnresolved = textsOf(scope.joinsUnresolved);
  out.scope.imprecise = textsOf(scope.imprecise);
  for (const std::string& assumption : textsOf(scope.assumptions)) out.assumptions.push_back(assumption);
  if (!scope.instances.empty()) out.scope.instances.clear();
  for (const std::string& text : textsOf(scope.instances)) {
    out.scope.instances += (out.scope.instances.empty() ? "" : "; ") + text;
  }
  for (const reduction::ThreadInfo& thread : origin.facts.threads) {
    for (report::ThreadInfo& row : out.threads) {
      if (row.id != thread.name) continue;
      row.entry = thread.entry;
      row.start = thread.start;
      row.instance = thread.instance;
    }
  }
  for (const reduction::LockInfo& lock : origin.facts.locks) {
    if (!lock.exact) out.locks.push_back({lock.name, lock.declared, false, false, false, lock.whyNot});
  }
  out.program.reachableFunctions = origin.sizes.functions;
  out.program.reachableInstructions = origin.sizes.instructions;
  out.program.sliceFunctions = origin.facts.sizes.functionsInSlice;
  out.program.sliceInstructions = origin.facts.sizes.nodesInSlice;
}

}  // namespace

Result<Model> load(const Input& input) {
  Result<esl::Module> module = esl::parse(input.text, input.name);
  if (!module) return module.error();
  Diagnostics diagnostics = esl::validate(*module);
  for (Diagnostic& diagnostic : diagnostics) {  // those about the module as a whole
    if (diagnostic.where.file.empty()) diagnostic.where.file = input.name;
  }
  if (esl::hasErrors(diagnostics)) return diagnostics;
  return Model{std::move(*module), std::move(diagnostics), std::nullopt};
}

Result<esl::Question> ask(const query::Query& query, const esl::Module& module) {
  esl::Question question;
  question.scenarios = query.scenarios;
  Result<std::vector<esl::ProcessId>> processes =
      find<esl::ProcessTag>(query.threads, module.processes, "thread", "threads");
  Result<std::vector<esl::LocationId>> locations =
      find<esl::LocationTag>(query.locations, module.locations, "location", "locations");
  if (!processes || !locations) {
    Diagnostics errors;
    if (!processes) errors = processes.error();
    if (!locations) errors.insert(errors.end(), locations.error().begin(), locations.error().end());
    return errors;
  }
  question.processes = std::move(*processes);
  question.locations = std::move(*locations);
  return question;
}

std::string trivialReason(const esl::Module& module, const esl::Question& question) {
  if (module.locations.empty()) return "the model has no memory location";
  const std::vector<bool> runs = runnable(module);
  std::string who;
  int count = 0;
  for (std::size_t i = 0; i < module.processes.size() && count < 2; ++i) {
    if (!runs[i] || !esl::asksAbout(question, esl::ProcessId(i)) || !accesses(module.processes[i], question)) continue;
    who = module.processes[i].name;
    ++count;
  }
  if (count >= 2) return {};
  const std::string what = "a scenario needs two threads that access the locations asked about";
  return what + (count == 0 ? ", and no thread that can run does" : ", and only " + who + " does");
}

std::vector<std::string> replay(const esl::Module& module, const solver::Answer& answer) {
  std::vector<std::string> errors;
  for (const solver::ScenarioAnswer& scenario : answer.scenarios) {
    if (!scenario.witness) continue;
    const std::string wrong = solver::checkWitness(module, *scenario.witness);
    if (wrong.empty()) continue;
    errors.push_back("the witness of engine " + answer.engine + " for scenario " + std::to_string(scenario.scenario) +
                     " does not replay: " + wrong);
  }
  return errors;
}

Result<Outcome> check(const query::Query& query, const Input& input, const solver::Engine& engine, const Budget& budget,
                      solver::Observer& observer, unsigned jobs) {
  const report::FileInfo file{input.name, report::contentHash(input.text)};
  observer.progress("read", 0);
  Result<Model> loaded = asksAboutCpp(query) ? loadCpp(query, jobs, observer) : load(input);
  if (!loaded) return loaded.error();
  const esl::Module& module = loaded->module;
  const Result<esl::Question> question = ask(query, module);
  if (!question) return question.error();

  Outcome outcome;
  outcome.warnings = std::move(loaded->warnings);
  const std::string trivial = trivialReason(module, *question);
  if (trivial.empty() && budget.isCancelled()) {
    outcome.report = report::unknownReport(query, file, describe(Exhausted::Cancelled));
    return outcome;
  }
  observer.progress("solve", 0);
  solver::Answer answer =
      trivial.empty() ? engine.solve(module, *question, budget, &observer) : trivialAnswer(*question, trivial);
  observer.progress("replay", answer.states);
  outcome.internalErrors = shapeErrors(*question, answer);
  if (outcome.internalErrors.empty()) outcome.internalErrors = replay(module, answer);
  if (outcome.internalErrors.empty()) {
    if (loaded->origin) withholdSafe(loaded->origin->facts, answer);
    outcome.report = report::build(query, file, module, answer);
    if (loaded->origin) describeOrigin(*loaded->origin, outcome.report);
    outcome.searchBytes = answer.bytes;
  }
  return outcome;
}

}  // namespace empire::pipeline
