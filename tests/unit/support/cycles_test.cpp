#include "support/cycles.h"

#include <gtest/gtest.h>

#include <random>

namespace empire {
namespace {

Graph graphOf(const std::vector<std::vector<std::uint32_t>>& successors) {
  Graph graph;
  for (const auto& list : successors) {
    graph.next.insert(graph.next.end(), list.begin(), list.end());
    graph.endNode();
  }
  return graph;
}

TEST(Cycles, SelfLoopsAndComponents) {
  EXPECT_EQ(onCycle(graphOf({})), std::vector<bool>{});
  EXPECT_EQ(onCycle(graphOf({{1}, {}, {2}})), (std::vector<bool>{false, false, true}));
  EXPECT_EQ(onCycle(graphOf({{1}, {2, 3}, {1}, {}})), (std::vector<bool>{false, true, true, false}));
}

// Against the transitive closure.
TEST(Cycles, AgreesWithTheClosureOnRandomGraphs) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t n = 1 + random() % 8;
    std::vector<std::vector<std::uint32_t>> successors(n);
    std::vector<std::vector<bool>> reach(n, std::vector<bool>(n));
    for (std::size_t edge = random() % (2 * n); edge-- > 0;) {
      const auto from = random() % n;
      const auto to = static_cast<std::uint32_t>(random() % n);
      successors[from].push_back(to);
      reach[from][to] = true;
    }
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
      }
    }
    const std::vector<bool> cyclic = onCycle(graphOf(successors));
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(cyclic[i], reach[i][i]) << "round " << round << " node " << i;
  }
}

TEST(Cycles, NoRecursion) {
  Graph graph;
  constexpr std::uint32_t kNodes = 1'000'000;
  for (std::uint32_t i = 0; i < kNodes; ++i) {
    graph.next.push_back((i + 1) % kNodes);
    graph.endNode();
  }
  EXPECT_EQ(onCycle(graph), std::vector<bool>(kNodes, true));
}

}  // namespace
}  // namespace empire
