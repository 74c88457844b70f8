#pragma once

#include <tsl/robin_map.h>

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "esl/module.h"
#include "esl/question.h"
#include "solver/product/call_graph.h"

namespace empire::solver::product {

/// What other processes or the tracker can notice of a step.
enum class EventKind : std::uint8_t {
  Silent,   // nothing
  Acquire,  // first level of a lock; flag: shared
  Release,  // last level of a lock
  Start,
  Join,
  Exit,  // the process has finished, and somebody joins it
  Set,
  Require,
  Claim,
  Access,   // inside a unit, to an asked location; flag: write
  UnitEnd,  // of the outermost unit
  Pass,     // an access that is not taken for the scenario, where passing one is a step of its own
};

struct Event {
  EventKind kind = EventKind::Silent;
  bool flag = false;
  std::uint32_t operand = 0;  // lock, process, flag or location
  friend auto operator<=>(const Event&, const Event&) = default;
};

/// Facts about the whole module and question that decide what is noticed.
struct Relevance {
  Relevance(const esl::Module& module, const esl::Question& question);

  std::vector<bool> sharedLock;  // by lock: at least two processes take it
  std::vector<bool> joined;      // by process: somebody joins it
  std::vector<bool> required;    // by flag: somebody requires it
  std::vector<bool> process;     // by process: its accesses are asked about
  std::vector<bool> location;    // by location: likewise
};

using ConfigId = Id<struct LocalConfigTag>;

/// The configurations of one process taken alone: its frames, unit depth and the levels of its locks, as dense ids.
/// They come into being as they are asked for. Invariant: the process has no recursion with events, so that the stack
/// is bounded. Cost: 20 bytes and a hash entry for each configuration.
class LocalConfigs {
 public:
  /// One way to go on. For an access that is an event, the way of passing it by is an outcome of its own.
  struct Outcome {
    Event event;
    ConfigId target;
    std::uint32_t branch = 0;  // as in esl::Step
  };
  enum class Passing {
    Silently,  // an access that is not taken is nothing
    ByStep,    // it is an event Pass
  };
  using Holds = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // (lock, 2 * levels + shared), sorted

  LocalConfigs(const esl::Module& module, esl::ProcessId process, CallFacts calls,
               std::shared_ptr<const Relevance> relevance);

  ConfigId initial();
  /// Appends what `config` can do. `tracked`: the end of the outermost unit is an event, not silent.
  void outcomes(ConfigId config, bool tracked, Passing passing, std::vector<Outcome>& out);

  bool finished(ConfigId config) const { return configs_[config.index()].function == UINT32_MAX; }
  bool inUnit(ConfigId config) const { return configs_[config.index()].units > 0; }
  const Holds& holdsOf(ConfigId config) const { return holds_[configs_[config.index()].holds]; }
  /// The statement that comes next. Requires: not finished.
  std::pair<esl::FunctionId, std::uint32_t> placeOf(ConfigId config) const;
  const esl::Stmt& stmtOf(ConfigId config) const;
  esl::ProcessId process() const { return process_; }

  std::size_t size() const { return configs_.size(); }
  std::uint64_t bytes() const;
  /// Set when a counter grew past its limit: the process is not finite-state for us.
  const std::string& problem() const { return problem_; }

 private:
  struct Config {
    std::uint32_t stack = 0;  // frames below the active one; 0: none
    std::uint32_t function = UINT32_MAX;
    std::uint32_t stmt = 0;
    std::uint32_t units = 0;
    std::uint32_t holds = 0;
    bool waiting = false;  // between the two steps of `wait`
    friend bool operator==(const Config&, const Config&) = default;
  };
  struct Frame {
    std::uint32_t below = 0;
    std::uint32_t function = UINT32_MAX;
    std::uint32_t stmt = 0;
    friend bool operator==(const Frame&, const Frame&) = default;
  };
  struct ConfigHash {
    std::size_t operator()(const Config& c) const;
  };
  struct FrameHash {
    std::size_t operator()(const Frame& f) const;
  };

  ConfigId intern(const Config& config);
  std::uint32_t pushFrame(const Frame& frame);
  std::uint32_t internHolds(const Holds& holds);
  void access(const Config& config, const esl::Stmt& stmt, Passing passing, std::vector<Outcome>& out);
  void take(const Config& config, const esl::Stmt& stmt, std::vector<Outcome>& out);
  void giveBack(const Config& config, const esl::Stmt& stmt, bool thenWait, std::vector<Outcome>& out);
  void unitStep(const Config& config, const esl::Stmt& stmt, bool tracked, std::vector<Outcome>& out);
  void callOrReturn(const Config& config, const esl::Stmt& stmt, std::vector<Outcome>& out);

  const esl::Module& module_;
  const esl::ProcessId process_;
  const esl::Process& code_;
  const CallFacts calls_;
  const std::shared_ptr<const Relevance> relevance_;
  std::vector<Config> configs_;
  tsl::robin_map<Config, ConfigId, ConfigHash> ids_;
  std::vector<Frame> frames_;
  tsl::robin_map<Frame, std::uint32_t, FrameHash> frameIds_;
  std::vector<Holds> holds_;
  std::map<Holds, std::uint32_t> holdIds_;
  std::string problem_;
};

}  // namespace empire::solver::product
