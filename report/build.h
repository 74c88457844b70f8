#pragma once

#include <string_view>

#include "esl/module.h"
#include "query/query.h"
#include "report/report.h"
#include "solver/engine.h"

namespace empire::report {

/// A report about a model that could not be used for a reason that is not its fault (time, memory):
/// every scenario of the query is unknown. Says nothing about the model.
Report unknownReport(const query::Query& query, FileInfo file, std::string_view reason);

/// Puts together everything a writer shows.
/// Requires: every witness in `answer` was replayed.
Report build(const query::Query& query, FileInfo file, const esl::Module& module, const solver::Answer& answer);

/// "xxh3-128:" and the hash of the bytes, the same on every machine.
std::string contentHash(std::string_view bytes);

}  // namespace empire::report
