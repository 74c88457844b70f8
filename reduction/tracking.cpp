#include "reduction/tracking.h"

#include <algorithm>
#include <set>

namespace empire::reduction {

using program::Function;
using program::Node;
using program::ObjectId;
using program::Operand;
using program::ValueId;

namespace {

std::set<ValueId> usesOf(const Node& node, const std::vector<bool>& tracked) {
  std::set<ValueId> uses;
  const auto use = [&](ValueId value) {
    if (value.valid() && tracked[value.index()]) uses.insert(value);
  };
  use(node.operand.root);
  for (const Operand& arg : node.args) use(arg.root);
  for (ValueId source : node.sources) use(source);
  return uses;
}

}  // namespace

std::vector<Chosen> choicesOf(const std::vector<ObjectId>& objects, bool unknown,
                              const std::vector<bool>& interesting) {
  std::vector<Chosen> choices;
  bool elsewhere = unknown || objects.empty();
  for (ObjectId object : objects) {
    if (interesting[object.index()]) {
      choices.push_back(object);
    } else {
      elsewhere = true;
    }
  }
  if (elsewhere) choices.push_back(kElsewhere);
  return choices;
}

Tracking track(const Function& function, const std::vector<bool>& interesting) {
  Tracking tracking;
  for (const program::Value& value : function.values) {
    tracking.tracked.push_back(choicesOf(value.objects, value.unknown, interesting).size() > 1);
  }
  const std::size_t count = function.nodes.size();
  std::vector<std::vector<std::size_t>> before(count);  // predecessors
  std::vector<std::set<ValueId>> live(count);
  std::vector<std::size_t> work;
  for (std::size_t n = 0; n < count; ++n) {
    for (program::NodeId next : function.nodes[n].next) before[next.index()].push_back(n);
    work.push_back(n);
  }
  while (!work.empty()) {
    const std::size_t n = work.back();
    work.pop_back();
    const Node& node = function.nodes[n];
    std::set<ValueId> now;
    for (program::NodeId next : node.next) now.insert(live[next.index()].begin(), live[next.index()].end());
    if (node.defines.valid()) now.erase(node.defines);
    const std::set<ValueId> uses = usesOf(node, tracking.tracked);
    now.insert(uses.begin(), uses.end());
    if (now == live[n]) continue;
    live[n] = std::move(now);
    work.insert(work.end(), before[n].begin(), before[n].end());
  }
  for (const std::set<ValueId>& values : live) tracking.liveBefore.emplace_back(values.begin(), values.end());
  return tracking;
}

}  // namespace empire::reduction
