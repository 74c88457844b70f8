// Solves one benchmark model and prints what it cost, as one line of JSON. `run` calls it for each model, so that
// the peak memory of one model does not show in the next.

#include <time.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/arguments.h"
#include "benchmarks/models.h"
#include "esl/question.h"
#include "solver/engine.h"

namespace {

using namespace empire;  // NOLINT(google-build-using-namespace)

// A line of /proc/self/status in bytes: VmRSS is the memory held now, VmHWM the most that was held since the last
// resetPeak. getrusage would count what the parent held before it became this program.
std::uint64_t memory(std::string_view what) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(what)) return std::strtoull(line.c_str() + what.size() + 1, nullptr, 10) * 1024;
  }
  return 0;
}

void resetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

// Processor time of this process, which other programs on the machine disturb less than the clock.
double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

nlohmann::ordered_json measure(const benchmarks::ModelOptions& options, const std::string& engine,
                               const esl::Question& question) {
  const esl::Module module = benchmarks::makeModel(options);
  resetPeak();
  const std::uint64_t before = memory("VmRSS");
  const double processorBegin = processorSeconds();
  const auto begin = std::chrono::steady_clock::now();
  const solver::Answer answer = solver::findEngine(engine)->make()->solve(module, question, Budget{}, nullptr);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const double processor = processorSeconds() - processorBegin;
  const std::uint64_t after = memory("VmHWM");
  nlohmann::ordered_json verdicts = nlohmann::ordered_json::object();
  for (const solver::ScenarioAnswer& scenario : answer.scenarios) {
    verdicts[std::to_string(scenario.scenario)] = solver::nameOf(scenario.verdict);
  }
  const double states = static_cast<double>(answer.states);
  return {{"threads", options.threads},
          {"locks", options.locks},
          {"methods", options.methods},
          {"variant", options.buggy ? "buggy" : "safe"},
          {"engine", answer.engine},
          {"statements", esl::statementCount(module)},
          {"states", answer.states},
          {"seconds", seconds.count()},
          {"processor_seconds", processor},
          {"states_per_second", states / processor},
          {"bytes", answer.bytes},
          {"bytes_per_state", static_cast<double>(answer.bytes) / states},
          {"process_bytes", after - before},
          {"races", answer.races.size()},
          {"verdicts", verdicts}};
}

}  // namespace

int main(int argc, char** argv) {
  benchmarks::ModelOptions options;
  std::string engine = "product";
  esl::Question question = esl::everything();
  CLI::App app{"Solves one benchmark model and prints the cost as JSON."};
  benchmarks::addModelOptions(app, options);
  app.add_option("--engine", engine, "An engine's name")
      ->check(
          CLI::Validator([](std::string& name) { return solver::findEngine(name) ? "" : "no such engine"; }, "ENGINE"));
  app.add_option("--scenario", question.scenarios, "Scenarios, by number")->delimiter(',')->check(CLI::Range(1, 11));
  CLI11_PARSE(app, argc, argv);
  std::printf("%s\n", measure(options, engine, question).dump().c_str());
  return 0;
}
