// Micro benchmarks of the stages before the search: parser, printer, validator, interpreter.

#include <benchmark/benchmark.h>

#include "benchmarks/models.h"
#include "esl/interpreter.h"
#include "esl/parser.h"
#include "esl/printer.h"
#include "esl/validate.h"

namespace {

using namespace empire;  // NOLINT(google-build-using-namespace)

esl::Module model(std::int64_t methods) {
  benchmarks::ModelOptions options;
  options.methods = static_cast<std::uint32_t>(methods);
  return benchmarks::makeModel(options);
}

void print(benchmark::State& state) {
  const esl::Module module = model(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(esl::print(module));
  state.SetItemsProcessed(static_cast<std::int64_t>(esl::statementCount(module)) * state.iterations());
}
BENCHMARK(print)->Arg(16)->Arg(4096);

void parse(benchmark::State& state) {
  const esl::Module module = model(state.range(0));
  const std::string text = esl::print(module);
  for (auto _ : state) benchmark::DoNotOptimize(esl::parse(text, "model.esl").has_value());
  state.SetItemsProcessed(static_cast<std::int64_t>(esl::statementCount(module)) * state.iterations());
}
BENCHMARK(parse)->Arg(16)->Arg(4096);

void validate(benchmark::State& state) {
  const esl::Module module = model(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(esl::validate(module));
  state.SetItemsProcessed(static_cast<std::int64_t>(esl::statementCount(module)) * state.iterations());
}
BENCHMARK(validate)->Arg(16)->Arg(4096);

void interpret(benchmark::State& state) {
  const esl::Module module = model(state.range(0));
  std::uint64_t states = 0;
  for (auto _ : state) states += esl::interpret(module, esl::everything()).states;
  state.SetItemsProcessed(static_cast<std::int64_t>(states));
}
BENCHMARK(interpret)->Arg(1)->Arg(2)->Arg(4);

}  // namespace

BENCHMARK_MAIN();
