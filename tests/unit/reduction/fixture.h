#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "esl/builder.h"
#include "esl/printer.h"
#include "esl/validate.h"
#include "program/text.h"
#include "reduction/reduce.h"
#include "solver/engine.h"
#include "solver/witness_check.h"

namespace empire::reduction {

/// A model in which nothing happens.
inline Reduced emptyModel() {
  Reduced reduced;
  esl::ModuleBuilder builder;
  const esl::ProcessId main = builder.process("main");
  builder.body(main, builder.function(main, "main")).add(esl::Op::Return);
  reduced.module = builder.finish();
  return reduced;
}

/// Reads a program, reduces it and checks that the model is valid. Fails the test and returns an empty model otherwise.
inline Reduced reduceText(std::string_view text, const ReductionOptions& options = {}) {
  const Result<program::Program> program = program::parse(text, "test.program");
  if (!program) {
    ADD_FAILURE() << toString(program.error());
    return emptyModel();
  }
  Result<Reduced> reduced = reduce(*program, options);
  if (!reduced) {
    ADD_FAILURE() << toString(reduced.error());
    return emptyModel();
  }
  for (const Diagnostic& diagnostic : esl::validate(reduced->module)) {
    EXPECT_NE(diagnostic.severity, Severity::Error) << toString(diagnostic) << "\n" << esl::print(reduced->module);
  }
  return std::move(*reduced);
}

/// The scenarios that the model violates, each with a witness that replays.
inline std::set<int> violations(const esl::Module& module) {
  std::set<int> found;
  const solver::Answer answer = solver::findEngine("product")->make()->solve(module, esl::everything(), {}, nullptr);
  for (const solver::ScenarioAnswer& row : answer.scenarios) {
    EXPECT_NE(row.verdict, solver::Verdict::Unknown) << row.reason;
    if (row.verdict != solver::Verdict::Violation) continue;
    EXPECT_EQ(solver::checkWitness(module, *row.witness), "") << "scenario " << row.scenario;
    found.insert(row.scenario);
  }
  return found;
}

/// Asserts what the model violates; the model is printed when it differs.
inline void expectViolations(const Reduced& reduced, const std::set<int>& expected) {
  EXPECT_EQ(violations(reduced.module), expected) << esl::print(reduced.module);
}

}  // namespace empire::reduction
