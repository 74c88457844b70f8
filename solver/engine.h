#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "esl/module.h"
#include "esl/question.h"
#include "esl/witness.h"
#include "support/budget.h"

namespace empire::solver {

enum class Verdict { Violation, Safe, Unknown };

/// "violation", "safe", "unknown".
std::string_view nameOf(Verdict verdict);

/// The answer for one scenario.
/// Invariant: witness is there exactly if verdict is Violation; reason is not empty if it is Unknown.
struct ScenarioAnswer {
  int scenario = 0;
  Verdict verdict = Verdict::Unknown;
  std::string reason;        // Unknown: why. Safe: what made it so, where there is more to say than "all states"
  std::uint64_t states = 0;  // states known when this answer was certain
  std::optional<esl::Witness> witness;
};

/// What an engine found out about one question.
struct Answer {
  std::string engine;                     // the engine that decided
  std::vector<ScenarioAnswer> scenarios;  // in the question's order
  std::vector<esl::Race> races;           // sorted
  bool racesComplete = false;             // false: there may be more
  std::uint64_t states = 0;               // states explored in all
  std::uint64_t bytes = 0;                // most memory the engine's tables held
};

/// Told about the progress of a search, from the thread that searches.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void progress(std::string_view stage, std::uint64_t states) = 0;
};

/// Decides questions about modules. Engines have no state: solve can be called from many threads.
/// Requires: the module is valid. A budget that runs out gives Unknown, never Safe.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual Answer solve(const esl::Module& module, const esl::Question& question, const Budget& budget,
                       Observer* observer) const = 0;
};

struct EngineInfo {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Engine> (*make)();
};

/// Every engine; the first is the default.
std::span<const EngineInfo> engines();

/// The row with this name, or null.
const EngineInfo* findEngine(std::string_view name);

}  // namespace empire::solver
