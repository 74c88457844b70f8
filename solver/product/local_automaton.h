#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "esl/witness.h"
#include "solver/product/local_configs.h"
#include "support/budget.h"

namespace empire::solver::product {

/// An access that can come next without any other process noticing a step before it.
struct PendingAccess {
  esl::Race::Access where;
  esl::LocationId location;
  bool write = false;
  bool atomic = false;
  friend auto operator<=>(const PendingAccess&, const PendingAccess&) = default;
};

/// A set of locks with modes, for the test whether two processes can be where they are at the same time.
struct LockMask {
  std::vector<std::uint64_t> any;        // one bit per lock: held
  std::vector<std::uint64_t> exclusive;  // held exclusively
  friend auto operator<=>(const LockMask&, const LockMask&) = default;
};
bool conflict(const LockMask& a, const LockMask& b);

/// One process as a finite automaton over events. A node stands for the local configurations that silent steps can
/// reach from one configuration; its edges are the events that can come first, and where they lead. Node 0 is dormant;
/// node 1 is where the process begins. Invariant: edges of a node are sorted and distinct. Nodes with equal behaviour
/// are merged.
class LocalAutomaton {
 public:
  static constexpr std::uint32_t kDormant = 0;
  static constexpr std::uint32_t kInitial = 1;

  struct Edge {
    Event event;
    std::uint32_t target = 0;
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };

  std::uint32_t size() const { return static_cast<std::uint32_t>(masks_.size()); }
  /// `tracked`: the process must not end its unit unnoticed.
  std::span<const Edge> edges(std::uint32_t node, bool tracked) const {
    const Rows& rows = tracked ? tracked_ : free_;
    return std::span(rows.edges).subspan(rows.first[node], rows.first[node + 1] - rows.first[node]);
  }
  bool finished(std::uint32_t node) const { return finished_[node]; }
  const LockMask& mask(std::uint32_t node) const { return masks_[node]; }
  /// Accesses that may take part in a data race here: indices for access().
  std::span<const std::uint32_t> pending(std::uint32_t node) const { return pending_[node]; }
  const PendingAccess& access(std::uint32_t index) const { return accesses_[index]; }
  std::uint64_t bytes() const;

  /// The steps of one execution of the automaton's edges in the process' own statements. Begins at the initial
  /// configuration; each call goes on from where the last one ended.
  class Path {
   public:
    explicit Path(const LocalAutomaton& automaton) : automaton_(automaton) {}
    /// Appends the silent steps before `edge` and the step that is its event, always the last one appended.
    /// Requires: the edge belongs to the node that the path has reached, in the same mode.
    void follow(const Edge& edge, bool tracked, std::vector<esl::Step>& steps);

   private:
    const LocalAutomaton& automaton_;
    ConfigId at_;  // invalid: the initial one
  };

 private:
  friend class LocalAutomatonBuilder;
  struct Rows {
    std::vector<Edge> edges;
    std::vector<std::uint32_t> first;  // edges of node n: edges[first[n] .. first[n + 1])
  };

  Rows free_, tracked_;
  std::vector<LockMask> masks_;
  std::vector<bool> finished_;
  std::vector<std::vector<std::uint32_t>> pending_;
  std::vector<PendingAccess> accesses_;
  std::shared_ptr<LocalConfigs> configs_;
  LocalConfigs::Passing passing_ = LocalConfigs::Passing::Silently;
  std::vector<std::uint32_t> nodeOfConfig_;  // UINT32_MAX: not a node's configuration
};

/// Why there is no automaton: the budget ran out, or the process is not finite-state (a sentence).
using NoAutomaton = std::variant<Exhausted, std::string>;

/// The automata of all processes, or why there are none.
std::variant<std::vector<LocalAutomaton>, NoAutomaton> buildAutomata(const esl::Module& module,
                                                                     const esl::Question& question,
                                                                     const Budget& budget);

}  // namespace empire::solver::product
