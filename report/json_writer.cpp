// The JSON form of a report, field by field as in docs/json.md. Keys stand in the order in which they
// are assigned here. Bytes that are not UTF-8 become U+FFFD.
#include <nlohmann/json.hpp>

#include "report/writers.h"

namespace empire::report {

namespace {

using Json = nlohmann::ordered_json;

void place(Json& json, const Position& where) {
  json["file"] = where.file;
  json["line"] = where.line;
  json["column"] = where.column;
}

Json position(const Position& where) {
  Json json;
  place(json, where);
  return json;
}

template <class T, class Function>
Json list(const std::vector<T>& items, Function toJson) {
  Json json = Json::array();
  for (const T& item : items) json.push_back(toJson(item));
  return json;
}

Json queryJson(const query::Query& query) {
  Json json;
  json["files"] = query.files;
  if (!query.site.empty()) json["site"] = query.site;
  if (!query.className.empty()) json["class"] = query.className;
  if (!query.fields.empty()) json["fields"] = query.fields;
  if (!query.units.empty()) json["units"] = query.units;
  if (!query.site.empty() || !query.fields.empty()) {
    json["unitfor"] = query.unitfor;
    json["wait"] = query.strictWait ? "strict" : "split";
    json["instances"] = query.instances;
  }
  json["scenarios"] = list(query.scenarios, [](int n) { return std::to_string(n); });
  json["threads"] = query.threads;
  json["locations"] = query.locations;
  json["engine"] = query.engine;
  json["timeoutMillis"] = query.timeoutMillis;
  json["memoryBytes"] = query.memoryBytes;
  return json;
}

Json threadJson(const ThreadInfo& thread) {
  Json json;
  json["id"] = thread.id;
  json["entry"] = thread.entry;
  place(json, thread.where);
  json["start"] = thread.start ? position(*thread.start) : Json(nullptr);
  json["instance"] = thread.instance;
  return json;
}

Json lockJson(const LockInfo& lock) {
  Json json;
  json["id"] = lock.id;
  json["kind"] = lock.shared ? "shared" : "exclusive";
  json["reentrant"] = lock.reentrant;
  json["exact"] = lock.exact;
  json["reason"] = lock.reason;
  place(json, lock.where);
  return json;
}

Json locationJson(const LocationInfo& location) {
  Json json;
  json["id"] = location.id;
  place(json, location.where);
  return json;
}

Json programJson(const ProgramSizes& sizes) {
  Json json;
  if (sizes.reachableInstructions > 0) {
    json["reachableFunctions"] = sizes.reachableFunctions;
    json["reachableInstructions"] = sizes.reachableInstructions;
    json["sliceFunctions"] = sizes.sliceFunctions;
    json["sliceInstructions"] = sizes.sliceInstructions;
  }
  json["threads"] = sizes.threads;
  json["functions"] = sizes.functions;
  json["statements"] = sizes.statements;
  json["locations"] = sizes.locations;
  json["locks"] = sizes.locks;
  json["flags"] = sizes.flags;
  return json;
}

Json scopeJson(const Scope& scope) {
  Json json;
  json["memoryModel"] = scope.memoryModel;
  json["instances"] = scope.instances;
  json["waitsSplit"] = list(scope.waitsSplit, position);
  json["notSeen"] = scope.notSeen;
  if (!scope.locksIgnored.empty()) json["locksIgnored"] = scope.locksIgnored;
  if (!scope.joinsUnresolved.empty()) json["joinsUnresolved"] = scope.joinsUnresolved;
  if (!scope.imprecise.empty()) json["imprecise"] = scope.imprecise;
  return json;
}

Json raceAccessJson(const RaceAccess& access) {
  Json json;
  json["thread"] = access.thread;
  json["action"] = access.action;
  json["atomic"] = access.atomic;
  json["may"] = access.may;
  place(json, access.where);
  json["function"] = access.function;
  json["text"] = access.text;
  return json;
}

Json raceJson(const Race& race) {
  Json json;
  json["location"] = race.location;
  json["accesses"] = Json::array({raceAccessJson(race.first), raceAccessJson(race.second)});
  return json;
}

Json unitJson(const UnitInfo& unit) {
  Json json;
  json["name"] = unit.name;
  json["number"] = unit.number;
  json["depth"] = unit.depth;
  return json;
}

Json frameJson(const Frame& frame) {
  Json json;
  json["function"] = frame.function;
  place(json, frame.where);
  return json;
}

Json stepJson(const Step& step) {
  Json json;
  json["thread"] = step.thread;
  json["action"] = step.action;
  json["target"] = step.target;
  if (!step.outcome.empty()) json["outcome"] = step.outcome;
  if (step.shared) json["shared"] = true;
  json["held"] = step.held;
  if (!step.heldShared.empty()) json["heldShared"] = step.heldShared;
  json["unit"] = step.unit ? unitJson(*step.unit) : Json(nullptr);
  json["stack"] = list(step.stack, frameJson);
  place(json, step.where);
  json["function"] = step.function;
  json["text"] = step.text;
  json["occurrence"] = step.occurrence;
  if (!step.role.empty()) json["role"] = step.role;
  if (step.may) json["may"] = true;
  return json;
}

Json witnessJson(const Witness& witness) {
  Json json;
  json["pattern"] = witness.pattern;
  json["first"] = witness.first;
  json["second"] = witness.second;
  json["l1"] = witness.l1;
  json["l2"] = witness.l2.empty() ? Json(nullptr) : Json(witness.l2);
  json["steps"] = list(witness.steps, stepJson);
  return json;
}

Json resultJson(const ScenarioResult& result) {
  Json json;
  json["scenario"] = result.scenario;
  json["name"] = result.name;
  json["meaning"] = result.meaning;
  json["verdict"] = solver::nameOf(result.verdict);
  json["reason"] = result.reason;
  json["engine"] = result.engine;
  json["states"] = result.states;
  json["confirmation"] = result.confirmation;
  if (result.witness) json["witness"] = witnessJson(*result.witness);
  return json;
}

Json timingJson(const Timing& timing) {
  Json json;
  json["seconds"] = Json::object();
  for (const auto& [stage, seconds] : timing.seconds) json["seconds"][stage] = seconds;
  json["bytes"] = timing.bytes;
  return json;
}

}  // namespace

void writeJson(const Report& report, std::ostream& out) {
  Json json;
  json["schema"] = "empire-result/1";
  json["tool"]["name"] = "empire";
  json["tool"]["version"] = report.toolVersion;
  json["query"] = queryJson(report.query);
  json["root"] = report.root;
  json["files"] =
      list(report.files, [](const FileInfo& file) { return Json{{"path", file.path}, {"hash", file.hash}}; });
  json["threads"] = list(report.threads, threadJson);
  json["locks"] = list(report.locks, lockJson);
  json["locations"] = list(report.locations, locationJson);
  json["program"] = programJson(report.program);
  json["scope"] = scopeJson(report.scope);
  json["assumptions"] = report.assumptions;
  json["races"] = list(report.races, raceJson);
  json["racesComplete"] = report.racesComplete;
  json["results"] = list(report.results, resultJson);
  if (report.timing) json["timing"] = timingJson(*report.timing);
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace empire::report
