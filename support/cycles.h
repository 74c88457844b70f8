#pragma once

#include <cstdint>
#include <vector>

namespace empire {

/// A directed graph: the successors of node n are next[first[n] .. first[n + 1]).
struct Graph {
  std::vector<std::uint32_t> first = {0};
  std::vector<std::uint32_t> next;

  std::size_t size() const { return first.size() - 1; }
  /// The successors added to `next` since the last call belong to the next node.
  void endNode() { first.push_back(static_cast<std::uint32_t>(next.size())); }
};

/// For each node, whether a path leads from it back to it.
/// Cost: linear; no recursion. Source: Tarjan 1972, strongly connected components.
std::vector<bool> onCycle(const Graph& graph);

}  // namespace empire
