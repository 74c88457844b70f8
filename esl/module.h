#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/check.h"
#include "support/diagnostic.h"
#include "support/id.h"
#include "support/interner.h"

namespace empire::esl {

using LocationId = Id<struct LocationTag>;
using LockId = Id<struct LockTag>;
using FlagId = Id<struct FlagTag>;
using ProcessId = Id<struct ProcessTag>;
using FunctionId = Id<struct FunctionTag>;  // within one process
using TextId = Id<struct TextTag>;

/// The statements of ESL; docs/esl.md says what each does.
enum class Op : std::uint8_t {
  Skip,
  Goto,
  Choice,
  Call,
  Return,  // control
  Read,
  Write,
  Update,  // accesses to a location
  Lock,
  Unlock,
  TryLock,
  Wait,  // locks
  UnitBegin,
  UnitEnd,
  UnitSplit,  // units of work
  Start,
  Join,  // processes
  Set,
  Require,
  Claim,  // one-shot flags
};
inline constexpr std::size_t kOpCount = static_cast<std::size_t>(Op::Claim) + 1;

/// The word for `op` in the text form: "unit-begin".
std::string_view nameOf(Op op);

constexpr bool isAccess(Op op) { return op == Op::Read || op == Op::Write || op == Op::Update; }
constexpr bool reads(Op op) { return op == Op::Read || op == Op::Update; }
constexpr bool writes(Op op) { return op == Op::Write || op == Op::Update; }

/// One statement. Control goes on to the next statement of the function, except after goto, choice
/// (one of the targets), return, and a failed trylock (its only target).
struct Stmt {
  Op op = Op::Skip;
  bool shared = false;                 // lock, unlock, trylock, wait: in reader's mode
  bool atomic = false;                 // read, write: by an atomic operation, so it takes part in no data race
  bool may = false;                    // access: the object is perhaps another one
  std::uint32_t operand = UINT32_MAX;  // the id that `op` works on: location, lock, flag, process or function
  std::uint32_t firstTarget = 0;       // jumps: Function::targets[firstTarget .. firstTarget + targetCount)
  std::uint32_t targetCount = 0;
  SourceLoc loc;
  TextId text;  // source text of an access, name of a unit; may be invalid

  LocationId location() const {
    EMPIRE_DCHECK(isAccess(op), "no location");
    return LocationId(operand);
  }
  LockId lock() const {
    EMPIRE_DCHECK(op == Op::Lock || op == Op::Unlock || op == Op::TryLock || op == Op::Wait, "no lock");
    return LockId(operand);
  }
  FunctionId callee() const {
    EMPIRE_DCHECK(op == Op::Call, "no callee");
    return FunctionId(operand);
  }
  ProcessId process() const {
    EMPIRE_DCHECK(op == Op::Start || op == Op::Join, "no process");
    return ProcessId(operand);
  }
  FlagId flag() const {
    EMPIRE_DCHECK(op == Op::Set || op == Op::Require || op == Op::Claim, "no flag");
    return FlagId(operand);
  }
  friend bool operator==(const Stmt&, const Stmt&) = default;
};

/// A function body. Statement numbers are positions in `body`; execution begins at 0.
struct Function {
  std::string name;
  SourceLoc loc;
  std::vector<Stmt> body;
  std::vector<std::uint32_t> targets;  // statement numbers, see Stmt::firstTarget

  std::span<const std::uint32_t> targetsOf(const Stmt& stmt) const {
    return std::span(targets).subspan(stmt.firstTarget, stmt.targetCount);
  }
  friend bool operator==(const Function&, const Function&) = default;
};

struct Process {
  std::string name;
  SourceLoc loc;
  FunctionId entry;
  std::vector<Function> functions;
  friend bool operator==(const Process&, const Process&) = default;
};

struct Location {
  std::string name;
  SourceLoc loc;
  friend bool operator==(const Location&, const Location&) = default;
};

struct Lock {
  std::string name;
  SourceLoc loc;
  bool shared = false;     // can be taken in reader's mode
  bool reentrant = false;  // its holder can take it again
  friend bool operator==(const Lock&, const Lock&) = default;
};

struct Flag {
  std::string name;
  SourceLoc loc;
  friend bool operator==(const Flag&, const Flag&) = default;
};

/// A model: memory locations, locks, flags and processes. The process named `main` runs at the
/// beginning. A plain value; made by the parser or a ModuleBuilder, checked by validate().
/// Requires, for all users but the validator: validate() found no error.
struct Module {
  std::vector<Location> locations;
  std::vector<Lock> locks;
  std::vector<Flag> flags;
  std::vector<Process> processes;
  Interner<FileTag> files;  // names for SourceLoc::file
  Interner<TextTag> texts;  // Stmt::text

  const Process& process(ProcessId id) const { return processes[id.index()]; }
  const Function& function(ProcessId p, FunctionId f) const { return processes[p.index()].functions[f.index()]; }
  const Stmt& stmt(ProcessId p, FunctionId f, std::uint32_t s) const { return function(p, f).body[s]; }
  /// The process that runs at the beginning; invalid if there is none.
  ProcessId main() const;
  Position position(const SourceLoc& loc) const;
  std::string_view text(TextId id) const { return id.valid() ? std::string_view(texts[id]) : std::string_view(); }

  friend bool operator==(const Module&, const Module&) = default;
};

/// Number of statements in all functions of all processes.
std::size_t statementCount(const Module& module);

}  // namespace empire::esl
