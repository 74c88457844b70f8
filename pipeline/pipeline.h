#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "esl/module.h"
#include "esl/question.h"
#include "program/program.h"
#include "query/query.h"
#include "reduction/reduce.h"
#include "report/report.h"
#include "solver/engine.h"
#include "support/budget.h"
#include "support/result.h"

namespace empire::pipeline {

/// A file as read: the name to show, and its bytes.
struct Input {
  std::string name;
  std::string text;
};

/// What is known of a model that was made from C++.
struct Origin {
  std::vector<report::FileInfo> files;
  reduction::Reduced facts;  // without its module
  program::Sizes sizes;
};

/// A valid module, and what is suspicious about it.
struct Model {
  esl::Module module;
  Diagnostics warnings;
  std::optional<Origin> origin;  // from C++; nothing: written as ESL
};

/// Parses and validates.
Result<Model> load(const Input& input);

/// Is the query about C++, not about a model in ESL?
bool asksAboutCpp(const query::Query& query);

/// C++ in, a valid module out: the front end and the reduction. Fails where the program does not compile, or the site
/// or a field is not there. `jobs`: translation units parsed at once.
Result<Model> loadCpp(const query::Query& query, unsigned jobs, solver::Observer& observer);

/// The facts that the front end finds, in their text form.
Result<std::string> printProgram(const query::Query& query, unsigned jobs);

/// The query in terms of the module. Fails where it names threads or locations that are not there.
Result<esl::Question> ask(const query::Query& query, const esl::Module& module);

/// Why nothing can go wrong, where that needs no search: fewer than two threads that can run access the
/// locations asked about. Else an empty string.
std::string trivialReason(const esl::Module& module, const esl::Question& question);

/// Replays every witness. Returns: what is wrong with those that do not replay; that is a mistake of the engine.
std::vector<std::string> replay(const esl::Module& module, const solver::Answer& answer);

/// The outcome of a check. If `internalErrors` is not empty the report must not be shown.
struct Outcome {
  report::Report report;
  Diagnostics warnings;
  std::vector<std::string> internalErrors;
  std::uint64_t searchBytes = 0;  // most memory that the engine's tables held
};

/// One query in, one report out: load, ask, solve, replay, report. Fails where the input is wrong.
/// The observer is told of each stage: "read", "solve", "replay".
Result<Outcome> check(const query::Query& query, const Input& input, const solver::Engine& engine, const Budget& budget,
                      solver::Observer& observer, unsigned jobs = 1);

/// The stages that can be printed.
struct StageInfo {
  std::string_view name;
  std::string_view summary;
  std::string (*print)(const esl::Module& module, const esl::Question& question);  // null: before the model
};
std::span<const StageInfo> stages();

/// The row with this name, or null.
const StageInfo* findStage(std::string_view name);

/// A printed stage, and what is suspicious about the module.
struct Printed {
  std::string text;
  Diagnostics warnings;
};

/// The text form of one stage of the query. Without scenarios, a system is printed without monitor.
Result<Printed> model(const query::Query& query, const Input& input, const StageInfo& stage, unsigned jobs = 1);

}  // namespace empire::pipeline
