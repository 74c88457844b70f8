#pragma once

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "program/program.h"
#include "reduction/graph.h"
#include "reduction/locations.h"
#include "reduction/locks.h"
#include "reduction/publication.h"
#include "reduction/slice.h"
#include "reduction/tracking.h"
#include "reduction/units.h"

namespace empire::reduction {

/// Everything that is known before the model is written.
struct Facts {
  const program::Program& program;
  const ReductionOptions& options;
  Units units;
  Locations locations;
  LockTable locks;
  Slice slice;
  Exits exits;
  std::vector<bool> interesting;  // by object: told apart from all others
  std::vector<std::vector<bool>> afterCreation;
  bool isolated = false;  // the site has other instances than the asked object
};

/// In which unit a function runs. (a) and (b) are methods and named functions, (c) is the innermost user function.
enum class Mode : std::uint8_t {
  None,    // no unit is open
  Own,     // a unit (c) of a caller is open, and the accesses here belong to it (library code)
  Silent,  // a unit (c) of a caller is open, and the accesses here do not belong to it: they are left out
  Method,  // a unit (a) or (b) is open: everything belongs to it
};

/// One copy of a function: what was chosen for its parameters, the unit around it, and how it is left.
struct FunctionKey {
  program::FunctionId function;
  std::vector<Chosen> params;
  Mode mode = Mode::None;
  bool unwinding = false;
  friend auto operator<=>(const FunctionKey&, const FunctionKey&) = default;
};

/// One thread start: the node, the function that the thread runs and what was chosen for its parameters.
struct StartKey {
  program::FunctionId starter;
  program::NodeId node;
  program::FunctionId entry;
  std::vector<Chosen> params;
  friend auto operator<=>(const StartKey&, const StartKey&) = default;
};

/// GraphNode::group of a dead end where the other copy of the function goes on.
inline constexpr std::uint32_t kOtherCopy = UINT32_MAX;

/// The processes of the model while they are written. Start statements name threads by number; Join statements
/// name `joins`. Number 0 is main.
struct Model {
  struct Thread {
    StartKey key;          // of main: invalid
    bool creator = false;  // may allocate the asked object
    std::set<std::uint32_t> startedBy;
    std::map<FunctionKey, std::uint32_t> ids;
    std::vector<FunctionKey> keys;  // by function number
    GraphProcess code;
  };
  struct JoinSite {
    program::FunctionId function;
    program::ValueId root;  // of the operand
    std::vector<program::ObjectId> handles;
    bool unknown = false;
    SourceLoc loc;
  };
  struct OnceFlags {
    std::uint32_t claimed = 0;
    std::uint32_t done = 0;
  };

  esl::Module shell;  // locations, locks, flags, files, texts
  std::vector<Thread> threads;
  std::map<StartKey, std::uint32_t> threadIds;
  std::vector<JoinSite> joins;
  std::map<program::Place, esl::LockId> lockIds;
  std::map<program::Place, OnceFlags> onceFlags;
  esl::FlagId published, theObject;
  std::set<program::FunctionId> used;           // functions with a copy in the model
  std::vector<bool> coarse;                     // functions in which objects are not told apart
  std::optional<program::FunctionId> overflow;  // too many copies of this one
  std::vector<SourceLoc> waits;

  std::uint32_t functionId(std::uint32_t thread, const FunctionKey& key);
  std::uint32_t threadId(std::uint32_t starter, const StartKey& key, const Facts& facts);
  std::uint32_t addFlag(std::string name);
  const OnceFlags& once(const program::Place& place, const program::Program& program);
};

/// Writes all processes: main, then every thread start that is reached. Where the copies of one function become too
/// many, objects are not told apart in it any more (every use chooses anew, which only adds executions).
/// Why the answer stays the same: every execution of the program is one of the model in which each choice is what the
/// program does; a function that can be left in two ways has two copies, of which each call takes the right one.
Model writeModel(const Facts& facts);

/// What parameter `param` of `key` points to: the chosen object, or all it may be.
std::vector<program::ObjectId> pointees(const Facts& facts, const FunctionKey& key, std::size_t param);

/// `key` is a unit of work of kind (a) or (b).
bool isUnit(const Facts& facts, const FunctionKey& key);

}  // namespace empire::reduction
