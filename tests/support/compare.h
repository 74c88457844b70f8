#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "esl/module.h"
#include "esl/question.h"
#include "solver/engine.h"

namespace empire::test {

/// A question in names, so that it means the same after the module has shrunk. Names that are gone are left
/// out; if all are gone, all remaining processes or locations are meant.
struct NamedQuestion {
  std::vector<int> scenarios;
  std::vector<std::string> processes;
  std::vector<std::string> locations;
};

esl::Question resolve(const esl::Module& module, const NamedQuestion& question);

/// How much an engine and the interpreter may do for one model.
struct CompareOptions {
  std::uint64_t interpreterStates = 20'000;
  std::uint32_t interpreterStack = 5;
  std::uint32_t interpreterDepth = 6;
  std::uint64_t engineSteps = 500'000;
  std::uint64_t engineBytes = 32U << 20U;
  std::vector<std::string> engines;  // by name
};

/// Something that must not be. `scenario` is 0 where the data races differ.
struct Mismatch {
  std::string engine;  // or "interpreter"
  int scenario = 0;
  std::string what;
};

struct Comparison {
  std::vector<Mismatch> mismatches;
  std::vector<solver::Verdict> truth;                 // the interpreter's, by scenario of the question
  std::vector<std::vector<solver::Verdict>> answers;  // by engine, then scenario
  std::uint64_t states = 0;                           // the interpreter's
  std::size_t races = 0;
  bool complete = false;  // no bound of the interpreter was reached
};

/// Asks the interpreter and the engines the same question and compares what each is sure of:
/// - a violation must replay with checkWitness, whoever found it;
/// - an engine must not say safe where the interpreter has a witness, nor find one where the interpreter
///   saw every configuration and found none;
/// - no engine's witness is shorter than the interpreter's, where that is complete;
/// - races must be the same where both lists are complete, and no more than a complete list;
/// - `product` must not say unknown where the interpreter is complete, recursion has no events, and each
///   process is finite-state even when nothing blocks it.
Comparison compare(const esl::Module& module, const esl::Question& question, const CompareOptions& options);

}  // namespace empire::test
