#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "esl/scenario.h"
#include "support/id.h"

namespace empire::monitors {

using TrackerNodeId = Id<struct TrackerNodeTag>;

/// Many patterns followed at once, before it is known which processes and locations play in them: a
/// deterministic automaton over roles. Patterns that begin alike share their nodes. Where the Monitor of one pattern
/// would die because a unit ends, the tracker moves to the node that keeps the patterns for which that does not matter.
/// Immutable. Cost: nodes are at most the sum of the patterns' lengths, and as many again for ended units.
class Tracker {
 public:
  struct Edge {
    esl::Role role;
    TrackerNodeId to;
  };
  struct Node {
    std::vector<Edge> edges;       // which access can come next
    TrackerNodeId afterFirstEnd;   // where to go when the first process' unit ends: here if that does not
    TrackerNodeId afterSecondEnd;  // matter, invalid if no pattern is left
    int completed = -1;            // number of the pattern that is complete here
    std::uint32_t scenarios = 0;   // bit n: scenario n can still be completed
    bool hasSecond = false;        // a primed access has been seen: the second process is known
    bool hasL2 = false;            // an access to l2 has been seen
  };

  explicit Tracker(std::vector<esl::Pattern> patterns);

  TrackerNodeId root() const { return TrackerNodeId(0); }
  const Node& operator[](TrackerNodeId id) const { return nodes_[id.index()]; }
  std::size_t size() const { return nodes_.size(); }
  std::span<const esl::Pattern> patterns() const { return patterns_; }

 private:
  std::vector<esl::Pattern> patterns_;
  std::vector<Node> nodes_;
};

}  // namespace empire::monitors
