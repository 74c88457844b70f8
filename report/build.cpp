#include "report/build.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "esl/scenario.h"
#include "report/steps.h"

namespace empire::report {

namespace {

ScenarioResult emptyResult(int scenario) {
  const esl::ScenarioInfo& info = esl::scenarios()[static_cast<std::size_t>(scenario) - 1];
  ScenarioResult result;
  result.scenario = std::to_string(scenario);
  result.name = info.name;
  result.meaning = info.meaning;
  return result;
}

Report header(const query::Query& query, FileInfo file) {
  Report report;
  report.query = query;
  report.files.push_back(std::move(file));
  report.scope.memoryModel = "sequential consistency";
  report.scope.instances = "each process of the model runs once";
  return report;
}

void describeModule(const esl::Module& module, Report& report) {
  std::vector<std::optional<Position>> starts(module.processes.size());
  for (const esl::Process& process : module.processes) {
    report.program.functions += process.functions.size();
    for (const esl::Function& function : process.functions) {
      for (const esl::Stmt& stmt : function.body) {
        if (stmt.op == esl::Op::UnitSplit) report.scope.waitsSplit.push_back(module.position(stmt.loc));
        if (stmt.op != esl::Op::Start) continue;
        std::optional<Position>& start = starts[stmt.process().index()];
        if (!start) start = module.position(stmt.loc);
      }
    }
  }
  for (std::size_t i = 0; i < module.processes.size(); ++i) {
    const esl::Process& process = module.processes[i];
    const std::string entry = process.entry.valid() ? process.functions[process.entry.index()].name : "";
    report.threads.push_back({process.name, entry, module.position(process.loc), starts[i], 1});
  }
  for (const esl::Lock& lock : module.locks) {
    report.locks.push_back({lock.name, module.position(lock.loc), lock.shared, lock.reentrant, true, ""});
  }
  for (const esl::Location& location : module.locations) {
    report.locations.push_back({location.name, module.position(location.loc)});
  }
  report.program.threads = module.processes.size();
  report.program.statements = esl::statementCount(module);
  report.program.locations = module.locations.size();
  report.program.locks = module.locks.size();
  report.program.flags = module.flags.size();
}

RaceAccess describeAccess(const esl::Module& module, const esl::Race::Access& access) {
  const esl::Stmt& stmt = module.stmt(access.process, access.function, access.stmt);
  RaceAccess out;
  out.thread = module.process(access.process).name;
  out.action = esl::nameOf(stmt.op);
  out.atomic = stmt.atomic || stmt.op == esl::Op::Update;
  out.may = stmt.may;
  out.function = module.function(access.process, access.function).name;
  out.where = module.position(stmt.loc);
  out.text = module.text(stmt.text);
  return out;
}

Witness describeWitness(const esl::Module& module, const esl::Witness& witness) {
  Witness out;
  out.first = module.process(witness.first).name;
  out.second = module.process(witness.second).name;
  out.l1 = module.locations[witness.l1.index()].name;
  if (witness.l2.valid()) out.l2 = module.locations[witness.l2.index()].name;
  for (const esl::Role& role : witness.pattern.roles) {
    if (!out.pattern.empty()) out.pattern += ' ';
    out.pattern += esl::nameOf(role, witness.pattern.twoLocations);
  }
  out.steps = tell(module, witness);
  return out;
}

std::vector<std::string> assumptionsOf(const esl::Module& module) {
  std::vector<std::string> assumptions = {
      "memory is sequentially consistent; code with data races need not be",
      "every branch of a choice can be taken: values of data are not tracked",
  };
  bool may = false;
  for (const esl::Process& process : module.processes) {
    for (const esl::Function& function : process.functions) {
      for (const esl::Stmt& stmt : function.body) may = may || stmt.may;
    }
  }
  if (may) assumptions.emplace_back("an access marked `may` touches the object asked about");
  return assumptions;
}

}  // namespace

std::string contentHash(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("xxh3-128:{:016x}{:016x}", hash.high64, hash.low64);
}

Report unknownReport(const query::Query& query, FileInfo file, std::string_view reason) {
  Report report = header(query, std::move(file));
  for (const int scenario : query.scenarios) {
    ScenarioResult result = emptyResult(scenario);
    result.reason = reason;
    result.engine = "none";
    report.results.push_back(std::move(result));
  }
  return report;
}

Report build(const query::Query& query, FileInfo file, const esl::Module& module, const solver::Answer& answer) {
  Report report = header(query, std::move(file));
  describeModule(module, report);
  report.assumptions = assumptionsOf(module);
  for (const esl::Race& race : answer.races) {
    report.races.push_back({module.locations[race.location.index()].name, describeAccess(module, race.first),
                            describeAccess(module, race.second)});
  }
  report.racesComplete = answer.racesComplete;
  for (const solver::ScenarioAnswer& scenario : answer.scenarios) {
    ScenarioResult result = emptyResult(scenario.scenario);
    result.verdict = scenario.verdict;
    result.reason = scenario.reason;
    result.engine = answer.engine;
    result.states = scenario.states;
    if (scenario.witness) {
      result.confirmation = "replayed";
      result.witness = describeWitness(module, *scenario.witness);
    }
    report.results.push_back(std::move(result));
  }
  return report;
}

}  // namespace empire::report
