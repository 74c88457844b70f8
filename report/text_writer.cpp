#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/escape.h"
#include "report/lanes.h"
#include "report/words.h"
#include "report/writers.h"

namespace empire::report {

namespace {

using solver::Verdict;

constexpr std::size_t kRacesShown = 10;
constexpr std::size_t kNamesShown = 6;
constexpr std::size_t kNotesShown = 8;

std::string counted(std::uint64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string scenariosText(const std::vector<int>& numbers) {
  return (numbers.size() == 1 ? "scenario " : "scenarios ") + ranges(numbers);
}

std::string place(const Position& where) {
  if (where.line == 0) return printable(where.file);
  return fmt::format("{}:{}", printable(where.file), where.line);
}

// The names asked for; without any, how many there are.
std::string chosen(const std::vector<std::string>& names, std::uint64_t all, std::string_view noun) {
  if (names.empty()) return counted(all, noun);
  std::string text = std::string(noun) + (names.size() == 1 ? " " : "s ");
  for (std::size_t i = 0; i < std::min(names.size(), kNamesShown); ++i)
    text += (i == 0 ? "" : ", ") + printable(names[i]);
  if (names.size() > kNamesShown) text += fmt::format(" and {} more", names.size() - kNamesShown);
  return text;
}

void writeQuestion(const Report& report, std::ostream& out) {
  const query::Query& query = report.query;
  std::string text = "checked ";
  for (const FileInfo& file : report.files) text += printable(file.path) + " ";
  if (!query.site.empty()) text += "(object made at " + printable(query.site) + ") ";
  if (!query.fields.empty()) text += "(" + chosen(query.fields, 0, "field") + ") ";
  text += "for " + scenariosText(query.scenarios);
  if (report.program.threads > 0 || !query.threads.empty()) {
    text += ": " + chosen(query.threads, report.program.threads, "thread") + ", " +
            chosen(query.locations, report.program.locations, "location");
  }
  out << wrapped(text, 0);
}

struct Group {
  std::vector<int> numbers;
  std::uint64_t states = 0;
  std::string engine;
};

// Results of one verdict with the same reason are told together, in the order of their first scenario.
std::vector<std::pair<std::string, Group>> grouped(const Report& report, Verdict verdict) {
  std::vector<std::pair<std::string, Group>> groups;
  for (const ScenarioResult& result : report.results) {
    if (result.verdict != verdict) continue;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == result.reason; });
    if (group == groups.end()) group = groups.insert(groups.end(), {result.reason, Group{}});
    group->second.numbers.push_back(std::stoi(result.scenario));
    group->second.states = std::max(group->second.states, result.states);
    group->second.engine = result.engine;
  }
  return groups;
}

// What to try after this reason; nothing where there is nothing to say.
std::string hintFor(const std::string& reason) {
  const auto says = [&](std::string_view word) { return reason.find(word) != std::string::npos; };
  const std::string smaller = "a smaller question: one --scenario at a time, two --threads, fewer --locations.";
  if (says("interrupted")) return "";
  if (says("recursive"))
    return "Try --engine=reference: it can find a violation within its bounds, but not prove safety.";
  if (says("--timeout")) return "Try a longer --timeout, or " + smaller;
  if (says("--memory")) return "Try more --memory, or " + smaller;
  return "Try another --engine, or " + smaller;
}

void writeVerdicts(const Report& report, std::ostream& out) {
  for (const ScenarioResult& result : report.results) {
    if (result.verdict != Verdict::Violation) continue;
    out << fmt::format("violation of scenario {} ({}): {}\n", result.scenario, result.name, result.meaning);
  }
  for (const auto& [reason, group] : grouped(report, Verdict::Unknown)) {
    out << "unknown: " << scenariosText(group.numbers) << '\n';
    out << wrapped("Reason: " + printable(reason) + ".", 2);
    if (const std::string hint = hintFor(reason); !hint.empty()) out << wrapped(hint, 2);
  }
  for (const auto& [reason, group] : grouped(report, Verdict::Safe)) {
    out << "safe: " << scenariosText(group.numbers) << '\n';
    if (!reason.empty()) out << wrapped("Reason: " + printable(reason) + ".", 2);
    if (group.engine == "none") continue;
    out << wrapped(fmt::format("The proof covers all interleavings of {} under {} (engine {}, {}).",
                               counted(report.program.threads, "thread"), report.scope.memoryModel, group.engine,
                               counted(group.states, "state")),
                   2);
  }
}

void writeViolation(const ScenarioResult& result, std::ostream& out) {
  const Witness& witness = *result.witness;
  std::set<std::string> files;
  for (const Step& step : witness.steps) files.insert(step.where.file);
  out << fmt::format("\nscenario {}: {}", result.scenario, witness.pattern);
  out << (witness.l2.empty() ? ", l = " + printable(witness.l1)
                             : ", l1 = " + printable(witness.l1) + ", l2 = " + printable(witness.l2));
  out << "\n";
  out << wrapped(whatGoesWrong(std::stoi(result.scenario), printable(witness.first), printable(witness.second),
                               printable(witness.l1), printable(witness.l2)),
                 2);
  out << '\n';
  out << drawLanes(witness);
  if (files.size() == 1 && !files.begin()->empty())
    out << "  lines of " << printable(*files.begin()) << "; ";
  else
    out << "  ";
  out << "{}: locks held; replayed on the model\n";
}

void writeRaces(const Report& report, std::ostream& out) {
  if (report.races.empty()) {
    out << (report.racesComplete ? "no data races\n" : "data races: none seen, but not all states were searched\n");
    return;
  }
  out << fmt::format("data races: {}{} of accesses that nothing orders\n", report.racesComplete ? "" : "at least ",
                     counted(report.races.size(), "pair"));
  for (std::size_t i = 0; i < std::min(report.races.size(), kRacesShown); ++i) {
    const Race& race = report.races[i];
    out << fmt::format("  {}: {} by {} at {}, {} by {} at {}\n", printable(race.location), race.first.action,
                       printable(race.first.thread), place(race.first.where), race.second.action,
                       printable(race.second.thread), place(race.second.where));
  }
  if (report.races.size() > kRacesShown) {
    out << fmt::format("  and {} more (--format=json lists all)\n", report.races.size() - kRacesShown);
  }
  const bool anySafe = std::any_of(report.results.begin(), report.results.end(),
                                   [](const ScenarioResult& r) { return r.verdict == Verdict::Safe; });
  if (anySafe)
    out << wrapped("Safe assumes sequential consistency, which C++ gives only to code without data races.", 2);
}

void writeNotes(std::string_view heading, const std::vector<std::string>& notes, std::ostream& out) {
  if (notes.empty()) return;
  out << heading << ":\n";
  for (std::size_t i = 0; i < std::min(notes.size(), kNotesShown); ++i) out << wrapped(printable(notes[i]), 2);
  if (notes.size() > kNotesShown)
    out << fmt::format("  and {} more (--format=json lists all)\n", notes.size() - kNotesShown);
}

// What a C++ answer rests on.
void writeScope(const Report& report, std::ostream& out) {
  const ProgramSizes& sizes = report.program;
  if (sizes.reachableInstructions == 0) return;
  out << fmt::format("\nmodel: {} of {} in the slice, {}\n", sizes.sliceInstructions,
                     counted(sizes.reachableInstructions, "instruction"), counted(sizes.statements, "statement"));
  writeNotes("code not seen", report.scope.notSeen, out);
  writeNotes("locks that exclude nobody in the model", report.scope.locksIgnored, out);
  writeNotes("joins that could not be resolved", report.scope.joinsUnresolved, out);
  writeNotes("objects that could not be told apart", report.scope.imprecise, out);
  std::vector<std::string> splits;
  for (const Position& where : report.scope.waitsSplit) splits.push_back(place(where));
  writeNotes("waits that split a unit (--wait=split)", splits, out);
}

}  // namespace

void writeText(const Report& report, std::ostream& out) {
  writeQuestion(report, out);
  out << '\n';
  writeVerdicts(report, out);
  for (const ScenarioResult& result : report.results) {
    if (result.witness) writeViolation(result, out);
  }
  if (report.program.threads > 0) {
    out << '\n';
    writeRaces(report, out);
    writeScope(report, out);
  }
  if (report.timing) {
    out << '\n';
    for (const auto& [stage, seconds] : report.timing->seconds)
      out << fmt::format("time: {} {:.3f} s\n", stage, seconds);
    out << fmt::format("memory of the search: {} bytes\n", report.timing->bytes);
  }
}

}  // namespace empire::report
