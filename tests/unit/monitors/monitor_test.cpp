#include "monitors/monitor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "cpds/text.h"
#include "cpds/translate.h"
#include "esl/interpreter.h"
#include "esl/parser.h"
#include "esl/validate.h"
#include "tests/support/cpds_explore.h"

namespace empire::monitors {
namespace {

using esl::LocationId;
using esl::ProcessId;

constexpr ProcessId kT1(1);
constexpr ProcessId kT2(2);
constexpr LocationId kX(0);
constexpr LocationId kY(1);

const std::filesystem::path kRoot = EMPIRE_SOURCE_DIR;

std::string readFile(const std::filesystem::path& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path << " cannot be read";
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Compares with a golden file, or writes it if the environment asks for that.
void expectGolden(const std::string& name, const std::string& text) {
  const std::filesystem::path path = kRoot / "tests/golden/monitors" / name;
  if (std::getenv("EMPIRE_UPDATE_GOLDENS") != nullptr) std::ofstream(path) << text;
  EXPECT_EQ(readFile(path), text) << "if this is meant: EMPIRE_UPDATE_GOLDENS=1 unit_tests, then read the diff";
}

std::string fileName(const esl::ScenarioInfo& scenario) {
  return (scenario.number < 10 ? "0" : "") + std::to_string(scenario.number) + "-" + std::string(scenario.name);
}

esl::Module parsed(const std::string& text) {
  const Result<esl::Module> module = esl::parse(text, "t.esl");
  EXPECT_TRUE(module) << toString(module.error());
  return *module;
}

/// main, t1 and t2 with the given statements; locations x and y.
esl::Module threads(const std::string& t1, const std::string& t2) {
  return parsed(
      "location x\nlocation y\nlock l\nprocess main { function f {\nstart t1; start t2; return\n} }\n"
      "process t1 { function f {\n" +
      t1 + "; return\n} }\nprocess t2 { function f {\n" + t2 + "; return\n} }\n");
}

esl::Module names() { return threads("skip", "skip"); }

bool accepts(const esl::Module& module, const Monitor& monitor) {
  const test::Exploration found = test::explore(addMonitor(cpds::translate(module), module, monitor));
  EXPECT_TRUE(found.complete);
  return found.final;
}

esl::Question about(int scenario) {
  esl::Question question;
  question.scenarios = {scenario};
  return question;
}

bool violates(const esl::Module& module, int scenario) {
  return accepts(module, questionMonitor(module, about(scenario)));
}

TEST(Monitor, GoldenOfEachScenario) {
  const esl::Module module = names();
  for (const esl::ScenarioInfo& scenario : esl::scenarios()) {
    std::string text;
    for (const esl::Pattern& pattern : esl::patternsOf(scenario.number)) {
      if (!text.empty()) text += "\n";
      text += print(module, scenarioMonitor(module, pattern, kT1, kT2, kX, kY));
    }
    expectGolden(fileName(scenario) + ".monitor", text);
  }
  expectGolden("paper9.monitor", print(module, paperMonitor9(module, kT1, kT2, kX, kY)));
}

TEST(Monitor, ExamplesAreWhatTheySay) {
  std::size_t files = 0;
  for (const esl::ScenarioInfo& scenario : esl::scenarios()) {
    for (const bool fixed : {false, true}) {
      const std::string name = fileName(scenario) + (fixed ? "-fixed.esl" : ".esl");
      const std::string text = readFile(kRoot / "examples/scenarios" / name);
      const std::string first = (fixed ? "# SAFE: " : "# VIOLATION: ") + std::to_string(scenario.number) + "\n";
      EXPECT_TRUE(text.starts_with(first)) << name << " begins with " << first;
      const esl::Module module = parsed(text);
      EXPECT_EQ(toString(esl::validate(module)), "") << name;
      EXPECT_EQ(violates(module, scenario.number), !fixed) << name;
      const esl::Interpretation meaning = esl::interpret(module, about(scenario.number));
      EXPECT_TRUE(meaning.complete) << name;
      EXPECT_EQ(meaning.witnesses[0].has_value(), !fixed) << name;
      ++files;
    }
  }
  EXPECT_EQ(files, 22u);
}

TEST(Monitor, ThePaperAcceptsWritesInTwoUnits) {
  const esl::Module module = parsed(readFile(kRoot / "tests/golden/monitors/paper9-differs.esl"));
  EXPECT_TRUE(accepts(module, paperMonitor9(module, kT1, kT2, kX, kY)));
  EXPECT_FALSE(violates(module, 9));
  EXPECT_FALSE(esl::interpret(module, about(9)).witnesses[0].has_value());
}

TEST(Monitor, ThePaperAgreesWhereThereIsOneWritingUnit) {
  const char* kReader = "unit-begin; read x; read y; unit-end";
  const esl::Module one = threads(kReader, "unit-begin; write x; write y; unit-end");
  EXPECT_TRUE(accepts(one, paperMonitor9(one, kT1, kT2, kX, kY)));
  EXPECT_TRUE(violates(one, 9));
  const esl::Module apart =
      threads("unit-begin; read x; unit-end; unit-begin; read y; unit-end", "unit-begin; write x; write y; unit-end");
  EXPECT_FALSE(accepts(apart, paperMonitor9(apart, kT1, kT2, kX, kY)));
  EXPECT_FALSE(violates(apart, 9));
}

TEST(Monitor, UnitsNest) {
  const char* kWriter = "unit-begin; write x; unit-end";
  EXPECT_TRUE(violates(threads("unit-begin; unit-begin; read x; unit-end; read x; unit-end", kWriter), 2));
  EXPECT_FALSE(violates(threads("unit-begin; read x; unit-end; unit-begin; read x; unit-end", kWriter), 2));
  EXPECT_FALSE(violates(threads("unit-begin; unit-begin; read x; unit-end; unit-end; read x", kWriter), 2));
}

TEST(Monitor, ASplitEndsTheUnitAndBeginsAnother) {
  const char* kWriter = "unit-begin; write x; unit-end";
  EXPECT_FALSE(violates(threads("unit-begin; read x; unit-split; read x; unit-end", kWriter), 2));
  EXPECT_TRUE(violates(threads("unit-begin; read x; unit-split; read x; read x; unit-end", kWriter), 2));
  EXPECT_FALSE(violates(threads("unit-split; read x; read x", kWriter), 2));
  EXPECT_FALSE(violates(
      threads("unit-begin; read x; read y; unit-end", "unit-begin; write x; unit-split; write y; unit-end"), 9));
}

TEST(Monitor, AccessesOutsideUnitsDoNotCount) {
  EXPECT_FALSE(violates(threads("read x; read x", "unit-begin; write x; unit-end"), 2));
  EXPECT_FALSE(violates(threads("unit-begin; read x; read x; unit-end", "write x"), 2));
  EXPECT_TRUE(violates(threads("unit-begin; read x; read x; unit-end", "write x; unit-begin; write x; unit-end"), 2));
}

TEST(Monitor, AnUpdateReadsAndWrites) {
  EXPECT_TRUE(violates(threads("unit-begin; update x; read x; unit-end", "unit-begin; update x; unit-end"), 2));
  EXPECT_TRUE(violates(threads("unit-begin; update x; read x; unit-end", "unit-begin; update x; unit-end"), 4));
  EXPECT_FALSE(violates(threads("unit-begin; update x; unit-end", "unit-begin; write x; unit-end"), 1));
}

TEST(Monitor, TheQuestionNarrowsProcessesAndLocations) {
  const esl::Module module = threads("unit-begin; read x; read x; unit-end", "unit-begin; write x; unit-end");
  esl::Question question = about(2);
  question.processes = {kT1, kT2};
  question.locations = {kX};
  EXPECT_TRUE(accepts(module, questionMonitor(module, question)));
  question.locations = {kY};
  EXPECT_FALSE(accepts(module, questionMonitor(module, question)));
  question.locations = {};
  question.processes = {ProcessId(0), kT1};
  EXPECT_FALSE(accepts(module, questionMonitor(module, question)));
}

TEST(Monitor, AQuestionOfOneChoiceIsTheScenarioMonitor) {
  // Only t1 reads and only t2 writes, so one choice of processes and locations is possible for R(l) W'(l) R(l).
  const esl::Module module = threads("unit-begin; read x; read x; unit-end", "unit-begin; write x; unit-end");
  Monitor question = questionMonitor(module, about(2));
  const Monitor scenario = scenarioMonitor(module, esl::patternsOf(2)[0], kT1, kT2, kX, {});
  const auto namesOf = [](const Monitor& monitor) {
    std::set<std::string> set;
    for (const State& state : monitor.states) set.insert(state.name);
    return set;
  };
  EXPECT_EQ(namesOf(question), namesOf(scenario));
  EXPECT_EQ(question.transitions.size(), scenario.transitions.size());
}

/// Whether there is a cycle other than self-loops and the ways through a state that asks about an inner unit's end.
bool hasOtherCycle(const Monitor& monitor) {
  std::vector<std::set<std::size_t>> next(monitor.states.size());
  for (const Transition& t : monitor.transitions) {
    const bool back = monitor.states[t.from.index()].name == "ask(t1):" + monitor.states[t.to.index()].name ||
                      monitor.states[t.from.index()].name == "ask(t2):" + monitor.states[t.to.index()].name ||
                      monitor.states[t.from.index()].name == "ask(main):" + monitor.states[t.to.index()].name;
    if (!back) next[t.from.index()].insert(t.to.index());
  }
  for (std::size_t removed = 0; removed < next.size();) {
    // Takes away a state without successors; if there is none left to take, a cycle remains.
    std::size_t leaf = 0;
    while (leaf < next.size() && (next[leaf].contains(next.size()) || !next[leaf].empty())) ++leaf;
    if (leaf == next.size()) return true;
    for (std::set<std::size_t>& each : next) each.erase(leaf);
    next[leaf] = {next.size()};
    ++removed;
  }
  return false;
}

TEST(Monitor, TheOnlyCyclesAreSelfLoopsAndQuestions) {
  const esl::Module module =
      threads("unit-begin; update x; update y; unit-end", "unit-begin; update x; update y; unit-end");
  const Monitor all = questionMonitor(module, esl::everything());
  EXPECT_FALSE(hasOtherCycle(all));
  EXPECT_FALSE(hasOtherCycle(paperMonitor9(module, kT1, kT2, kX, kY)));
  Monitor broken = all;
  broken.transitions.push_back({all.accepting[0], {EventKind::Read, kT1, kX}, StateId(0)});
  EXPECT_TRUE(hasOtherCycle(broken));
}

TEST(Monitor, SharesWhatBeginsAlike) {
  const esl::Module module =
      threads("unit-begin; update x; update y; unit-end", "unit-begin; update x; update y; unit-end");
  const Monitor all = questionMonitor(module, esl::everything());
  std::set<std::string> namesSeen;
  for (const State& state : all.states) EXPECT_TRUE(namesSeen.insert(state.name).second) << state.name;
  std::size_t apart = 0;
  for (const esl::ScenarioInfo& scenario : esl::scenarios()) {
    apart += questionMonitor(module, about(scenario.number)).states.size();
  }
  EXPECT_LT(all.states.size(), apart);
  EXPECT_EQ(all.accepting.size(), 11u);
  for (std::size_t i = 0; i < all.accepting.size(); ++i) {
    EXPECT_EQ(all.states[all.accepting[i].index()].name, "violation(" + std::to_string(i + 1) + ")");
  }
}

TEST(Monitor, TheSystemWithMonitorCanBePrintedAndReadBack) {
  const esl::Module module = parsed(readFile(kRoot / "examples/scenarios/09-torn-read-inside.esl"));
  const cpds::System system = addMonitor(cpds::translate(module), module, questionMonitor(module, esl::everything()));
  EXPECT_EQ(system.processes.back().name, "monitor(1,2,3,4,5,6,7,8,9,10,11)");
  EXPECT_EQ(system.processes.back().finalStates.size(), 11u);
  const Result<cpds::System> again = cpds::parse(cpds::print(system), "t");
  ASSERT_TRUE(again) << toString(again.error());
  EXPECT_EQ(*again, system);
}

TEST(Monitor, NeverPerformsAnActionAlone) {
  // t2 never writes y. If the monitor mentioned t2.write(y), it could perform it by itself.
  const esl::Module module = threads("unit-begin; read x; read y; unit-end", "unit-begin; write x; unit-end");
  EXPECT_FALSE(accepts(module, scenarioMonitor(module, esl::patternsOf(9)[0], kT1, kT2, kX, kY)));
  const cpds::System system =
      addMonitor(cpds::translate(module), module, scenarioMonitor(module, esl::patternsOf(9)[0], kT1, kT2, kX, kY));
  EXPECT_FALSE(system.actions.find("t2.write(y)").valid());
}

}  // namespace
}  // namespace empire::monitors
