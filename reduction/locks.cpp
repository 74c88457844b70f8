#include "reduction/locks.h"

#include <algorithm>

namespace empire::reduction {

using program::Callee;
using program::Function;
using program::Node;
using program::Object;
using program::Op;
using program::Place;
using program::Program;

namespace {

bool isLockOp(Op op) { return op == Op::Lock || op == Op::Unlock || op == Op::TryLock || op == Op::Wait; }

std::string lockName(const Program& program, const Place& place) {
  const Object& object = program.objects[place.object.index()];
  std::string field;
  if (object.type.valid()) {
    for (const program::Field& candidate : program.types[object.type.index()].fields) {
      if (static_cast<std::int64_t>(object.base + candidate.offset) == place.offset && candidate.sync)
        field = candidate.name;
    }
  }
  if (object.isQuery && !field.empty()) return field;
  if (!field.empty()) return object.name + "." + field;
  if (place.offset == 0) return object.name;
  return object.name + (place.offset < 0 ? "+?" : "+" + std::to_string(place.offset));
}

LockFacts classify(const Program& program, const Place& place) {
  const Object& object = program.objects[place.object.index()];
  LockFacts facts;
  facts.name = lockName(program, place);
  facts.declared = object.site;
  if (object.threadLocal) {
    facts.whyNot = "every thread has its own";
  } else if (place.offset < 0) {
    facts.whyNot = "which part of the object it is, is not known";
  } else if (object.array) {
    facts.whyNot = "it is an element of an array";
  } else if (!object.exact && !object.isQuery) {
    facts.whyNot = object.isOther              ? "it belongs to the other objects of the site"
                   : object.whyInexact.empty() ? "it may stand for several mutexes"
                                               : "it may stand for several mutexes: " + object.whyInexact;
  } else {
    facts.exact = true;
  }
  return facts;
}

/// Locks a function takes and gives back by itself: forward over its nodes, levels per exact lock.
class Balance {
 public:
  Balance(const Function& function, const LockTable& locks) : function_(function), locks_(locks) {}
  std::set<Place> run();

 private:
  using Levels = std::map<Place, int>;
  void step(std::size_t node, Levels levels);
  void visit(program::NodeId node, const Levels& levels);
  void apply(const Node& node, const Place& place, Levels& levels);

  const Function& function_;
  const LockTable& locks_;
  std::map<std::size_t, Levels> at_;
  std::vector<std::size_t> work_;
  std::set<Place> unbalanced_;
};

// Two ways to a node with different levels: the locks that differ cannot be followed and count as unbalanced.
void Balance::visit(program::NodeId node, const Levels& levels) {
  auto [known, fresh] = at_.emplace(node.index(), levels);
  if (fresh) {
    work_.push_back(node.index());
    return;
  }
  std::set<Place> places;
  for (const auto& [place, level] : levels) places.insert(place);
  for (const auto& [place, level] : known->second) places.insert(place);
  const auto levelIn = [](const Levels& map, const Place& place) {
    const auto found = map.find(place);
    return found == map.end() ? 0 : found->second;
  };
  for (const Place& place : places) {
    if (levelIn(levels, place) != levelIn(known->second, place)) unbalanced_.insert(place);
  }
}

void Balance::apply(const Node& node, const Place& place, Levels& levels) {
  if (node.op == Op::Lock || node.op == Op::TryLock) {
    ++levels[place];
  } else if (levels[place] <= 0) {
    unbalanced_.insert(place);
  } else if (node.op == Op::Unlock) {
    --levels[place];
  }
}

void Balance::step(std::size_t index, Levels levels) {
  const Node& node = function_.nodes[index];
  if (isLockOp(node.op)) {
    std::vector<Place> exact;
    for (const Place& place : node.operand.places) {
      const auto found = locks_.find(place);
      if (found != locks_.end() && found->second.exact) exact.push_back(place);
    }
    const bool certain = node.operand.places.size() == 1 && !node.operand.unknown;
    if (!certain) unbalanced_.insert(exact.begin(), exact.end());
    if (node.operand.unknown && (node.op == Op::Unlock || node.op == Op::Wait)) {
      for (const auto& [place, facts] : locks_) {
        if (facts.exact) unbalanced_.insert(place);
      }
    }
    if (certain && !exact.empty() && node.op == Op::TryLock && node.next.size() == 2) {
      visit(node.next[1], levels);
      apply(node, exact[0], levels);
      visit(node.next[0], levels);
      return;
    }
    if (certain && !exact.empty()) apply(node, exact[0], levels);
  }
  if (node.op == Op::Return || node.op == Op::Unwind) {
    for (const auto& [place, level] : levels) {
      if (level != 0) unbalanced_.insert(place);
    }
  }
  for (program::NodeId next : node.next) visit(next, levels);
}

std::set<Place> Balance::run() {
  if (function_.nodes.empty()) return {};
  visit(program::NodeId(0), {});
  while (!work_.empty()) {
    const std::size_t node = work_.back();
    work_.pop_back();
    step(node, at_[node]);
  }
  return unbalanced_;
}

}  // namespace

LockTable findLocks(const Program& program, const std::vector<bool>& reachable) {
  LockTable table;
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    if (!reachable[f]) continue;
    for (const Node& node : program.functions[f].nodes) {
      if (!isLockOp(node.op)) continue;
      for (const Place& place : node.operand.places) {
        auto [row, fresh] = table.emplace(place, LockFacts{});
        if (fresh) row->second = classify(program, place);
        row->second.shared = row->second.shared || node.shared;
        row->second.reentrant = row->second.reentrant || node.recursive;
      }
    }
  }
  return table;
}

std::vector<std::set<Place>> unbalancedLocks(const Program& program, const LockTable& locks) {
  const std::size_t count = program.functions.size();
  std::vector<std::set<Place>> result(count);
  std::vector<std::vector<std::size_t>> callers(count);
  std::vector<std::size_t> work;
  for (std::size_t f = 0; f < count; ++f) {
    result[f] = Balance(program.functions[f], locks).run();
    if (!result[f].empty()) work.push_back(f);
    for (const Node& node : program.functions[f].nodes) {
      if (node.op == Op::Start) continue;
      for (const Callee& callee : node.callees) callers[callee.function.index()].push_back(f);
    }
  }
  while (!work.empty()) {
    const std::size_t f = work.back();
    work.pop_back();
    for (std::size_t caller : callers[f]) {
      const std::size_t before = result[caller].size();
      result[caller].insert(result[f].begin(), result[f].end());
      if (result[caller].size() != before) work.push_back(caller);
    }
  }
  return result;
}

}  // namespace empire::reduction
