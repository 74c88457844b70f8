#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "query/query.h"
#include "solver/engine.h"
#include "support/diagnostic.h"

namespace empire::report {

/// An input file: its path relative to the root, and a hash of what was read.
struct FileInfo {
  std::string path;
  std::string hash;  // "xxh3-128:" and 32 hexadecimal digits
};

struct ThreadInfo {
  std::string id;
  std::string entry;              // its first function
  Position where;                 // where the thread is declared
  std::optional<Position> start;  // the first statement that starts it; `main` has none
  std::uint32_t instance = 1;     // threads started at one place are numbered from 1
};

struct LockInfo {
  std::string id;
  Position where;
  bool shared = false;     // can be taken in reader's mode
  bool reentrant = false;  // its holder can take it again
  bool exact = true;       // stands for one mutex only
  std::string reason;      // why it is not exact
};

struct LocationInfo {
  std::string id;
  Position where;
};

/// Sizes of the program that the model was made from, and of the model.
struct ProgramSizes {
  std::uint64_t reachableFunctions = 0;  // C++: at -O0 before inlining, standard library included; 0: no C++
  std::uint64_t reachableInstructions = 0;
  std::uint64_t sliceFunctions = 0;  // C++: that can matter to the question
  std::uint64_t sliceInstructions = 0;
  std::uint64_t threads = 0;
  std::uint64_t functions = 0;
  std::uint64_t statements = 0;
  std::uint64_t locations = 0;
  std::uint64_t locks = 0;
  std::uint64_t flags = 0;
};

/// What an answer covers.
struct Scope {
  std::string memoryModel;
  std::string instances;
  std::vector<Position> waitsSplit;          // the statements that split a unit
  std::vector<std::string> notSeen;          // code that is not in the model
  std::vector<std::string> locksIgnored;     // locks that exclude nobody in the model, and why
  std::vector<std::string> joinsUnresolved;  // joins that wait for nobody in the model
  std::vector<std::string> imprecise;        // where objects could not be told apart
};

struct Frame {
  std::string function;
  Position where;
};

/// The outermost unit of work a thread is in.
struct UnitInfo {
  std::string name;
  std::uint32_t number = 0;  // n-th unit of this thread
  std::uint32_t depth = 0;   // after the step; 0 where the step ended the unit
};

/// One step of a witness, told in source terms.
struct Step {
  std::string thread;
  std::string action;             // read, write, update, lock, unlock, trylock, wait, begin, end, split, start, join,
                                  // set, require, claim, call, return
  std::string target;             // location, lock, thread, flag, function, or unit that it acts on
  std::string outcome;            // trylock: taken or failed; wait: released or retaken; else empty
  bool shared = false;            // lock operation in reader's mode
  std::vector<std::string> held;  // locks the thread holds after the step, in the order of declaration
  std::vector<std::string> heldShared;  // those of them in reader's mode
  std::optional<UnitInfo> unit;
  std::vector<Frame> stack;  // innermost first, at most kStackShown
  Position where;
  std::string function;
  std::string text;              // source text, where the model has it
  std::uint32_t occurrence = 0;  // n-th time that this thread does this here
  std::string role;              // "R(l1)" on the accesses that make the scenario
  bool may = false;              // the object is perhaps another one
};
inline constexpr std::size_t kStackShown = 64;

struct Witness {
  std::string first;   // thread of the unprimed unit
  std::string second;  // thread of the primed unit
  std::string l1;
  std::string l2;       // empty where the scenario has one location
  std::string pattern;  // "R(l1) W'(l1) W'(l2) R(l2)"
  std::vector<Step> steps;
};

struct ScenarioResult {
  std::string scenario;  // "9"
  std::string name;      // "torn-read-inside"
  std::string meaning;   // "a torn state is read"
  solver::Verdict verdict = solver::Verdict::Unknown;
  std::string reason;
  std::string engine;
  std::uint64_t states = 0;
  std::string confirmation = "none";  // none, replayed (on the model), observed (in a run)
  std::optional<Witness> witness;
};

struct RaceAccess {
  std::string thread;
  std::string action;
  bool atomic = false;
  bool may = false;
  std::string function;
  Position where;
  std::string text;
};

struct Race {
  std::string location;
  RaceAccess first;
  RaceAccess second;
};

/// Seconds spent in each stage, and memory; only where it was asked for.
struct Timing {
  std::vector<std::pair<std::string, double>> seconds;
  std::uint64_t bytes = 0;
};

/// The answer to one query, ready to be written. Plain text and numbers: a writer needs nothing else.
/// Names and texts come from the input and are not trusted; writers escape them.
struct Report {
  std::string toolVersion;
  query::Query query;
  std::string root = ".";
  std::vector<FileInfo> files;
  std::vector<ThreadInfo> threads;
  std::vector<LockInfo> locks;
  std::vector<LocationInfo> locations;
  ProgramSizes program;
  Scope scope;
  std::vector<std::string> assumptions;
  std::vector<Race> races;
  bool racesComplete = false;
  std::vector<ScenarioResult> results;
  std::optional<Timing> timing;
};

}  // namespace empire::report
