#include "support/cycles.h"

#include <algorithm>
#include <utility>

namespace empire {

namespace {

constexpr std::uint32_t kUnseen = UINT32_MAX;

class CycleFinder {
 public:
  explicit CycleFinder(const Graph& graph)
      : graph_(graph), low_(graph.size(), kUnseen), cursor_(graph.size()), open_(graph.size()), cyclic_(graph.size()) {}

  std::vector<bool> run() {
    for (std::uint32_t node = 0; node < graph_.size(); ++node) {
      if (low_[node] == kUnseen) visitFrom(node);
    }
    return std::move(cyclic_);
  }

 private:
  void enter(std::uint32_t node) {
    low_[node] = seen_++;
    component_.push_back(node);
    path_.push_back(node);
    entered_.push_back(low_[node]);
    cursor_[node] = graph_.first[node];
    open_[node] = true;
  }

  void visitFrom(std::uint32_t root) {
    enter(root);
    while (!path_.empty()) {
      const std::uint32_t node = path_.back();
      if (cursor_[node] == graph_.first[node + 1]) {
        leave(node);
        continue;
      }
      const std::uint32_t next = graph_.next[cursor_[node]++];
      if (next == node) cyclic_[node] = true;
      if (low_[next] == kUnseen) {
        enter(next);
      } else if (open_[next]) {
        low_[node] = std::min(low_[node], low_[next]);
      }
    }
  }

  void leave(std::uint32_t node) {
    const std::uint32_t number = entered_.back();
    path_.pop_back();
    entered_.pop_back();
    if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[node]);
    if (low_[node] != number) return;
    const bool alone = component_.back() == node;
    std::uint32_t member = kUnseen;
    while (member != node) {
      member = component_.back();
      component_.pop_back();
      open_[member] = false;
      if (!alone) cyclic_[member] = true;
    }
  }

  const Graph& graph_;
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> cursor_;
  std::vector<bool> open_;  // on component_
  std::vector<bool> cyclic_;
  std::uint32_t seen_ = 0;
  std::vector<std::uint32_t> component_;
  std::vector<std::uint32_t> path_;
  std::vector<std::uint32_t> entered_;  // numbers of the nodes on path_
};

}  // namespace

std::vector<bool> onCycle(const Graph& graph) { return CycleFinder(graph).run(); }

}  // namespace empire
