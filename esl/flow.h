#pragma once

#include <cstdint>
#include <vector>

#include "esl/module.h"

namespace empire::esl {

/// Things that are counted along a path: the unit depth is counter 0, the level of lock l counter 1 + l.
using CounterId = Id<struct CounterTag>;
inline constexpr CounterId kUnitDepth{0};
inline CounterId counterOf(LockId lock) { return CounterId(lock.index() + 1); }

struct Change {
  CounterId counter;
  std::int64_t by = 0;
  friend bool operator==(const Change&, const Change&) = default;
};

/// Counter values along one path, changed step by step.
/// Cost: change() is O(1), clear() linear in the counters that are not 0.
class Counters {
 public:
  explicit Counters(std::size_t count) : values_(count), place_(count, kAbsent) {}
  std::int64_t operator[](CounterId id) const { return values_[id.index()]; }
  void change(CounterId id, std::int64_t by);
  void clear();
  std::size_t nonZeroCount() const { return nonZero_.size(); }
  /// Sorted by counter.
  std::vector<Change> nonZero() const;

 private:
  static constexpr std::uint32_t kAbsent = UINT32_MAX;
  std::vector<std::int64_t> values_;
  std::vector<CounterId> nonZero_;
  std::vector<std::uint32_t> place_;  // of each counter in nonZero_
};

/// What paths through the functions of one process do to the counters. Statements of all functions are
/// numbered through: statement s of function f is firstOf[f] + s.
/// Each reached statement has one path to it from the beginning of its function, a branch of a tree.
/// The changes along it are summed up in `sum`, a hash that is additive, so that two paths can be compared at once.
struct Flow {
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::size_t kMostChanges = 32;            // of a function as a whole; above, `tooComplex`
  static constexpr std::int64_t kLargestChange = 1'000'000;  // of one counter by a function; likewise
  static constexpr std::size_t kMostMeetings = 10;           // reported for one function

  /// A path that reaches `stmt` from `from` with other counter values than the tree's path.
  /// For a return, `from == stmt`: its values are others than those of the function's first return.
  struct Meeting {
    std::uint32_t stmt = kNone;
    std::uint32_t from = kNone;
    bool jumped = false;  // by a target of `from`, not from the statement above
  };
  struct Summary {
    std::uint32_t exit = kNone;  // the first return found; kNone: the function never returns
    std::uint64_t sum = 0;
    std::vector<Change> changes;  // from the beginning of the function to `exit`
  };

  std::vector<std::uint32_t> firstOf;     // by function, and one more
  std::vector<std::uint32_t> functionOf;  // by statement
  std::vector<std::uint32_t> parent;      // by statement: the one before it on its path; itself at the beginning
  std::vector<bool> jumped;               // by statement: by a target of the parent, not from the statement above
  std::vector<std::uint64_t> sum;         // by statement
  std::vector<Summary> summaries;         // by function
  std::vector<Meeting> meetings;
  bool tooComplex =
      false;  // a function changes too many counters, or one by too much: sums hold, lists of changes do not

  bool reached(std::uint32_t stmt) const { return parent[stmt] != kNone; }
  bool isFirst(std::uint32_t stmt) const { return parent[stmt] == stmt; }
};

/// Explores every function of `process` from its beginning. A call goes on after the callee's first return.
/// `scratch` has a counter for the unit depth and each lock; its values do not matter.
/// Requires: the ids and targets in the process are in range; no function is empty, none falls off its end.
/// Cost: linear in the statements, the targets and kMostChanges times the calls.
Flow flowOf(const Process& process, Counters& scratch);

/// What `stmt` does to counters when control goes on to the next statement (jumped: to a target).
/// For calls: what the callee does.
void applyStep(const Flow& flow, const Stmt& stmt, bool jumped, std::int64_t sign, Counters& counters);

/// The counter that differs where two paths meet, with both values.
struct Difference {
  CounterId counter;
  std::int64_t first = 0;
  std::int64_t second = 0;
};
Difference differenceAt(const Flow& flow, const Process& process, const Flow::Meeting& meeting, Counters& scratch);

}  // namespace empire::esl
