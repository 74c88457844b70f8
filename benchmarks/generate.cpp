// Prints a benchmark model as ESL.

#include <cstdio>

#include "benchmarks/arguments.h"
#include "benchmarks/models.h"
#include "esl/printer.h"

int main(int argc, char** argv) {
  empire::benchmarks::ModelOptions options;
  CLI::App app{"Prints a model of threads that call methods under locks, as ESL."};
  empire::benchmarks::addModelOptions(app, options);
  CLI11_PARSE(app, argc, argv);
  std::fputs(empire::esl::print(empire::benchmarks::makeModel(options)).c_str(), stdout);
  return 0;
}
