// Random models, the interpreter against every engine. Exit code 1 if they differ.
//
// Model number i of a run has the seed S + i; the seed alone decides profile, module and question, so
//     differential_tests --seed=12345 --models=1
// runs one of them again.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <string>

#include "esl/printer.h"
#include "esl/validate.h"
#include "solver/engine.h"
#include "tests/differential/statistics.h"
#include "tests/support/compare.h"
#include "tests/support/random_module.h"
#include "tests/support/rng.h"
#include "tests/support/shrink.h"

namespace {

using namespace empire;        // NOLINT(google-build-using-namespace)
using namespace empire::test;  // NOLINT(google-build-using-namespace)

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t models = 20'000;
  std::uint64_t shard = 0;
  std::uint64_t shards = 1;
  std::uint32_t size = 100;
  std::uint64_t mismatches = 3;  // stop after so many
  std::string profile;
  std::string engine;
  std::string output = ".";
  bool print = false;
};

// The seed at work, for the message when an engine aborts.
std::atomic<std::uint64_t> currentSeed;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

extern "C" void onAbort(int) {
  std::fprintf(stderr, "aborted at --seed=%llu\n", static_cast<unsigned long long>(currentSeed.load()));
}

struct Case {
  std::uint64_t seed;
  Profile profile;
  esl::Module module;
  NamedQuestion question;
  bool withReference;
};

// Mostly everything; sometimes a few scenarios, processes or locations.
NamedQuestion randomQuestion(const esl::Module& module, Rng& rng) {
  NamedQuestion question;
  const bool all = rng.chance(80);
  for (int scenario = 1; scenario <= 11; ++scenario) {
    if (all || rng.chance(25)) question.scenarios.push_back(scenario);
  }
  if (question.scenarios.empty()) question.scenarios.push_back(static_cast<int>(rng.between(1, 11)));
  if (module.processes.size() > 2 && rng.chance(15)) {
    const std::uint32_t left = rng.below(static_cast<std::uint32_t>(module.processes.size()));
    for (std::uint32_t i = 0; i < module.processes.size(); ++i) {
      if (i != left) question.processes.push_back(module.processes[i].name);
    }
  }
  if (module.locations.size() > 1 && rng.chance(15)) {
    const std::uint32_t left = rng.below(static_cast<std::uint32_t>(module.locations.size()));
    for (std::uint32_t i = 0; i < module.locations.size(); ++i) {
      if (i != left) question.locations.push_back(module.locations[i].name);
    }
  }
  return question;
}

Case makeCase(std::uint64_t seed, const Options& options) {
  Case result;
  result.seed = seed;
  result.profile = options.profile.empty() ? profiles()[seed % profiles().size()] : *findProfile(options.profile);
  RandomModuleOptions moduleOptions;
  moduleOptions.profile = result.profile;
  moduleOptions.size = options.size;
  result.module = randomModule(seed, moduleOptions);
  Rng rng(seed ^ 0x517cc1b727220a95U);
  result.question = randomQuestion(result.module, rng);
  result.withReference = rng.chance(4);  // the interpreter as an engine: mostly a repetition
  return result;
}

void report(const Case& test, const Mismatch& found, const CompareOptions& compareOptions, const Options& options) {
  fmt::print("MISMATCH seed={} profile={} engine={} scenario={}: {}\n", test.seed, nameOf(test.profile), found.engine,
             found.scenario == 0 ? "races" : std::to_string(found.scenario), found.what);
  const auto stillFails = [&](const esl::Module& module) {
    for (const Mismatch& mismatch : compare(module, resolve(module, test.question), compareOptions).mismatches) {
      if (mismatch.engine == found.engine && mismatch.scenario == found.scenario) return true;
    }
    return false;
  };
  const esl::Module small = shrink(test.module, stillFails);
  const std::string text = esl::print(small);
  const std::string path = fmt::format("{}/differential-{}.esl", options.output, test.seed);
  std::ofstream(path) << text;
  fmt::print("shrunk from {} to {} statements, written to {}:\n{}\n", esl::statementCount(test.module),
             esl::statementCount(small), path, text);
  for (const Mismatch& mismatch : compare(small, resolve(small, test.question), compareOptions).mismatches) {
    if (mismatch.engine != found.engine || mismatch.scenario != found.scenario) continue;
    fmt::print("  {} scenario {}: {}\n", mismatch.engine, mismatch.scenario, mismatch.what);
  }
}

// For each scenario that is safe: is it violated without the synchronisation?
std::vector<bool> brokenWithout(const esl::Module& module, const esl::Question& question,
                                const Comparison& comparison) {
  std::vector<bool> broken(question.scenarios.size());
  esl::Question safe = question;
  safe.scenarios.clear();
  for (std::size_t i = 0; i < broken.size(); ++i) {
    if (comparison.truth[i] == solver::Verdict::Safe) safe.scenarios.push_back(question.scenarios[i]);
  }
  if (safe.scenarios.empty()) return broken;
  Budget budget;
  budget.steps = 100'000;
  budget.bytes = 32U << 20U;
  const solver::Answer answer =
      solver::engines()[0].make()->solve(withoutSynchronisation(module), safe, budget, nullptr);
  std::size_t next = 0;
  for (std::size_t i = 0; i < broken.size(); ++i) {
    if (comparison.truth[i] != solver::Verdict::Safe) continue;
    broken[i] = answer.scenarios[next++].verdict == solver::Verdict::Violation;
  }
  return broken;
}

int run(const Options& options) {
  CompareOptions compareOptions;
  std::vector<std::string> names;
  for (const solver::EngineInfo& engine : solver::engines()) {
    if (engine.name != "reference" && (options.engine.empty() || engine.name == options.engine)) {
      names.emplace_back(engine.name);
    }
  }
  Statistics statistics(names);
  std::uint64_t mismatches = 0;
  std::uint64_t done = 0;
  const std::uint64_t end = options.models * (options.shard + 1) / options.shards;
  for (std::uint64_t i = options.models * options.shard / options.shards; i < end && mismatches < options.mismatches;
       ++i) {
    currentSeed = options.seed + i;
    const Case test = makeCase(options.seed + i, options);
    if (options.print) fmt::print("# seed {}, {}\n{}\n", test.seed, nameOf(test.profile), esl::print(test.module));
    const std::vector<Diagnostic> diagnostics = esl::validate(test.module);
    if (esl::hasErrors(diagnostics)) {
      fmt::print("seed {} makes an invalid module:\n{}{}\n", test.seed, toString(diagnostics), esl::print(test.module));
      return 1;
    }
    const esl::Question question = resolve(test.module, test.question);
    compareOptions.engines = names;
    if (test.withReference && solver::findEngine("reference") != nullptr) compareOptions.engines.push_back("reference");
    Comparison comparison = compare(test.module, question, compareOptions);
    ++done;
    if (!comparison.mismatches.empty()) {
      ++mismatches;
      report(test, comparison.mismatches[0], compareOptions, options);
      continue;
    }
    statistics.add(test.profile, question.scenarios, comparison, brokenWithout(test.module, question, comparison));
  }
  fmt::print("{}\n{} models, {} mismatches\n", statistics.table(), done, mismatches);
  return mismatches == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Random ESL models: the interpreter against every engine."};
  app.add_option("--seed", options.seed, "Seed of the first model; each has its own, counting up");
  app.add_option("--models", options.models, "How many models, over all shards");
  app.add_option("--shard", options.shard, "Which part of the models this run takes");
  app.add_option("--shards", options.shards, "In how many parts the models are divided")->check(CLI::PositiveNumber);
  app.add_option("--size", options.size, "Percent of the usual number of statements")->check(CLI::Range(1, 1000));
  app.add_option("--mismatches", options.mismatches, "Stop after so many");
  app.add_option("--profile", options.profile, "Only this profile; else by seed")
      ->check(CLI::Validator([](std::string& name) { return findProfile(name) ? "" : "no such profile"; }, "PROFILE"));
  app.add_option("--engine", options.engine, "Only this engine")
      ->check(
          CLI::Validator([](std::string& name) { return solver::findEngine(name) ? "" : "no such engine"; }, "ENGINE"));
  app.add_option("--output", options.output, "Folder for shrunk models");
  app.add_flag("--print", options.print, "Print every model");
  CLI11_PARSE(app, argc, argv);
  std::signal(SIGABRT, onAbort);
  return run(options);
}
