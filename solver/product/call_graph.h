#pragma once

#include <optional>
#include <vector>

#include "esl/module.h"

namespace empire::solver::product {

/// What matters about the functions of one process when calls are followed.
struct CallFacts {
  /// Functions without events: only control flow, in themselves and in all they call. They need not be entered.
  std::vector<bool> quiet;
  /// Of quiet functions: can control come back from them?
  std::vector<bool> returns;
  /// A function with events that can call itself, if one can be reached from the entry.
  std::optional<esl::FunctionId> recursive;
};

/// Cost: linear in the statements of the process.
CallFacts callFacts(const esl::Process& process);

}  // namespace empire::solver::product
