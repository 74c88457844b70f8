#include "monitors/tracker.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "support/check.h"

namespace empire::monitors {

namespace {

// What a node stands for: these roles were seen, these patterns are still possible.
struct Progress {
  std::vector<esl::Role> seen;
  std::vector<int> live;
  friend auto operator<=>(const Progress&, const Progress&) = default;
};

bool hasRoleFrom(const esl::Pattern& pattern, std::size_t position, bool primed) {
  for (std::size_t i = position; i < pattern.roles.size(); ++i) {
    if (pattern.roles[i].primed == primed) return true;
  }
  return false;
}

bool seenBy(const Progress& progress, bool primed) {
  return std::any_of(progress.seen.begin(), progress.seen.end(),
                     [&](const esl::Role& r) { return r.primed == primed; });
}

}  // namespace

Tracker::Tracker(std::vector<esl::Pattern> patterns) : patterns_(std::move(patterns)) {
  std::map<Progress, TrackerNodeId> ids;
  std::vector<Progress> todo;
  auto nodeFor = [&](Progress progress) {
    if (progress.live.empty()) return TrackerNodeId{};
    auto [at, isNew] = ids.try_emplace(progress, TrackerNodeId(nodes_.size()));
    if (isNew) {
      nodes_.emplace_back();
      todo.push_back(std::move(progress));
    }
    return at->second;
  };
  Progress start;
  for (std::size_t i = 0; i < patterns_.size(); ++i) {
    EMPIRE_CHECK(patterns_[i].scenario >= 0 && patterns_[i].scenario < 32, "scenario numbers fit a mask");
    EMPIRE_CHECK(!patterns_[i].roles.front().primed && !patterns_[i].roles.front().second, "a pattern begins with l1");
    start.live.push_back(static_cast<int>(i));
  }
  if (nodeFor(start) == TrackerNodeId{}) nodes_.emplace_back();  // no pattern at all: the root alone

  for (std::size_t at = 0; at < todo.size(); ++at) {
    const Progress progress = todo[at];
    Node node;
    const std::size_t position = progress.seen.size();
    std::set<esl::Role> next;
    for (int i : progress.live) {
      const esl::Pattern& pattern = patterns_[static_cast<std::size_t>(i)];
      node.scenarios |= 1u << pattern.scenario;
      if (position == pattern.roles.size()) {
        node.completed = i;
      } else {
        next.insert(pattern.roles[position]);
      }
    }
    for (const esl::Role& role : next) {
      Progress after{progress.seen, {}};
      after.seen.push_back(role);
      for (int i : progress.live) {
        const auto& roles = patterns_[static_cast<std::size_t>(i)].roles;
        if (position < roles.size() && roles[position] == role) after.live.push_back(i);
      }
      node.edges.push_back({role, nodeFor(std::move(after))});
    }
    for (bool primed : {false, true}) {
      Progress after = progress;
      if (seenBy(progress, primed)) {
        std::erase_if(after.live,
                      [&](int i) { return hasRoleFrom(patterns_[static_cast<std::size_t>(i)], position, primed); });
      }
      (primed ? node.afterSecondEnd : node.afterFirstEnd) = nodeFor(std::move(after));
    }
    node.hasSecond = seenBy(progress, true);
    node.hasL2 = std::any_of(progress.seen.begin(), progress.seen.end(), [](const esl::Role& r) { return r.second; });
    nodes_[at] = std::move(node);
  }
}

}  // namespace empire::monitors
