#pragma once

#include <tsl/robin_set.h>

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "esl/question.h"
#include "esl/witness.h"
#include "monitors/tracker.h"
#include "solver/engine.h"
#include "solver/product/local_automaton.h"
#include "solver/product/state_store.h"
#include "support/budget.h"

namespace empire::solver::product {

/// How far the scenarios have come: the tracker's node and who and what plays in it. Fields that the node does not
/// know yet are 0.
struct Match {
  std::uint32_t node = 0;
  std::uint32_t first = 0, second = 0;
  std::uint32_t l1 = 0, l2 = 0;
};

/// Where each part of a state sits in its words. Fields do not cross words.
class Layout {
 public:
  Layout(const esl::Module& module, const std::vector<LocalAutomaton>& automata, const monitors::Tracker& tracker);

  struct Field {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    std::uint64_t mask = 0;  // before shifting
    std::uint64_t get(const std::uint64_t* state) const { return (state[word] >> shift) & mask; }
    void put(std::uint64_t* state, std::uint64_t value) const {
      state[word] = (state[word] & ~(mask << shift)) | (value << shift);
    }
  };

  std::size_t words() const { return words_; }
  std::vector<Field> node;     // by process: its automaton's node
  std::vector<Field> set;      // by flag
  std::vector<Field> claimed;  // by flag
  Field matchNode, first, second, l1, l2;

  Match match(const std::uint64_t* state) const;
  void putMatch(std::uint64_t* state, const Match& match) const;

 private:
  Field add(std::uint64_t values);
  std::size_t words_ = 1;
  std::uint32_t used_ = 0;
};

/// One move of the product: a process takes an edge of its automaton.
struct Move {
  std::uint32_t process = 0;
  bool tracked = false;
  LocalAutomaton::Edge edge;
  Match after;  // the match after it
};

/// The breadth-first search. One run answers all scenarios of the question.
/// Invariant: states are expanded in the order of their numbers, so the first violation found of a scenario is a
/// shortest.
class Search {
 public:
  Search(const esl::Module& module, const esl::Question& question, const std::vector<LocalAutomaton>& automata,
         const Budget& budget, Observer* observer);

  /// Fills in everything of `answer` but its engine.
  void run(Answer& answer);

 private:
  struct Found {
    std::uint32_t state = StateStore::kNone;  // before the last move
    Move last;
    std::uint64_t states = 0;  // known when it was found
  };

  template <class Use>
  bool eachMove(const std::uint64_t* state, Use&& use) const;
  bool enabled(const std::uint64_t* state, std::uint32_t process, const Event& event) const;
  std::optional<Match> matchAfter(const Match& match, std::uint32_t process, const Event& event) const;
  void apply(std::uint64_t* state, const Move& move) const;
  bool lockIsFree(const std::uint64_t* state, std::uint32_t process, std::uint32_t lock, bool shared) const;
  bool isTracked(const Match& match, std::uint32_t process) const;

  void explore();
  void expand(std::uint32_t number);
  void noteRaces(const std::uint64_t* state);
  void noteRaces(std::uint32_t p, std::uint32_t nodeP, std::uint32_t q, std::uint32_t nodeQ);
  /// What the search holds in memory.
  std::uint64_t bytes() const { return store_.bytes() + racePairCount_ * kBytesPerRacePair; }
  static constexpr std::uint64_t kBytesPerRacePair = 32;  // a slot of 16 bytes, at most half of them used
  esl::Witness witness(const Found& found) const;
  Move moveBetween(std::uint32_t from, std::uint32_t to) const;

  const esl::Module& module_;
  const esl::Question& question_;
  const std::vector<LocalAutomaton>& automata_;
  const Budget& budget_;
  Observer* const observer_;
  const monitors::Tracker tracker_;
  const Layout layout_;
  StateStore store_;
  std::vector<std::uint64_t> next_;  // the state being made
  std::vector<std::uint64_t> current_;
  std::uint32_t undecided_ = 0;  // bit n: scenario n has no violation yet
  std::vector<Found> found_;     // by scenario number
  std::set<esl::Race> races_;
  struct PairHash {
    std::size_t operator()(std::uint64_t pair) const {
      pair *= 0x9e3779b97f4a7c15ull;  // the table looks at the low bits only
      return static_cast<std::size_t>(pair ^ (pair >> 32));
    }
  };
  /// By pair of processes: the pairs of their nodes that have been looked at.
  std::vector<tsl::robin_set<std::uint64_t, PairHash>> racePairs_;
  std::uint64_t racePairCount_ = 0;
  bool racesCut_ = false;  // there were too many to list
  Exhausted exhausted_ = Exhausted::Nothing;
};

}  // namespace empire::solver::product
