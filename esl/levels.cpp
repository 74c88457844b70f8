// Three passes over one process. (1) Along the tree of each function: how much of each counter its own statements need
// at the beginning of the function, and what the counters are at its calls. (2) From callees to callers, up to a fixed
// point: what a function needs of its callers; a call passes on what its caller does not hold itself. (3) From the
// entry, where all counters are 0, to callees: the lowest value with which each function can begin, followed only as
// far as it is too low.

#include "esl/levels.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <utility>

namespace empire::esl {

namespace {

constexpr std::int64_t kMostNeeded = 8;
constexpr std::size_t kMostNeeds = 32;
constexpr std::size_t kMostHeld = 32;

// What is needed: a unit to end, a unit to access something in, or a level of a lock. The first two share a counter but
// are told apart, because they are different mistakes.
using NeedId = Id<struct NeedTag>;
constexpr NeedId kUnitToEnd{0};
constexpr NeedId kUnitToAccess{1};
CounterId counterOf(NeedId need) { return need <= kUnitToAccess ? kUnitDepth : CounterId(need.index() - 1); }

NeedId needOf(const Stmt& stmt) {
  if (isAccess(stmt.op)) return kUnitToAccess;
  if (stmt.op == Op::UnitEnd) return kUnitToEnd;
  if (stmt.op == Op::Unlock || stmt.op == Op::Wait) return NeedId(stmt.lock().index() + 2);
  return {};
}

struct Need {
  NeedId id;
  std::int64_t level = 0;            // at the beginning of the function
  std::uint32_t stmt = Flow::kNone;  // own needs: the statement
};
using Needs = std::vector<Need>;

Need* find(Needs& needs, NeedId id) {
  auto found = std::find_if(needs.begin(), needs.end(), [id](const Need& need) { return need.id == id; });
  return found == needs.end() ? nullptr : &*found;
}

// Counter values at a call.
struct Held {
  std::vector<Change> values;  // those that are not 0, sorted
  bool complete = true;        // false: too many, only the unit depth is kept
};

struct CallSite {
  std::uint32_t caller = 0;
  std::uint32_t callee = 0;
  std::uint32_t held = 0;
};

class Analysis {
 public:
  Analysis(const Process& process, const Flow& flow, Counters& scratch);
  std::vector<std::uint32_t> run();

 private:
  void makeTree();
  void walk(std::uint32_t function);
  void visit(std::uint32_t function, std::uint32_t stmt);
  std::uint32_t heldNow(std::uint32_t stmt);
  // The value at a call, or a large one if it is not known.
  std::int64_t valueAt(const CallSite& site, CounterId counter) const;
  void raise(std::uint32_t function, const Need& need);
  void passNeedsToCallers();
  void passShortagesToCallees();
  void enqueue(std::uint32_t function);

  const Stmt& stmtAt(std::uint32_t function, std::uint32_t stmt) const {
    return process_.functions[function].body[stmt - flow_.firstOf[function]];
  }

  const Process& process_;
  const Flow& flow_;
  Counters& counters_;
  std::vector<std::uint32_t> firstChild_;  // by statement, and one more
  std::vector<std::uint32_t> children_;
  std::vector<Held> held_;
  tsl::robin_map<std::uint64_t, std::uint32_t> heldBySum_;
  std::vector<CallSite> sites_;
  std::vector<std::vector<std::uint32_t>> sitesOf_;  // by callee
  std::vector<std::vector<std::uint32_t>> sitesIn_;  // by caller
  std::vector<Needs> own_;                           // by function
  std::vector<Needs> needs_;                         // by function: own and callees'
  std::vector<Needs> lowest_;                        // by function: values too low with which it can begin
  std::vector<std::uint32_t> work_;
  std::vector<bool> queued_;
};

Analysis::Analysis(const Process& process, const Flow& flow, Counters& scratch)
    : process_(process), flow_(flow), counters_(scratch) {
  const std::size_t functions = process.functions.size();
  sitesOf_.resize(functions);
  sitesIn_.resize(functions);
  own_.resize(functions);
  lowest_.resize(functions);
  queued_.resize(functions);
}

void Analysis::makeTree() {
  const std::size_t count = flow_.parent.size();
  firstChild_.assign(count + 1, 0);
  for (std::uint32_t stmt = 0; stmt < count; ++stmt) {
    if (flow_.reached(stmt) && !flow_.isFirst(stmt)) ++firstChild_[flow_.parent[stmt] + 1];
  }
  for (std::size_t i = 0; i < count; ++i) firstChild_[i + 1] += firstChild_[i];
  children_.resize(firstChild_[count]);
  std::vector<std::uint32_t> next(firstChild_.begin(), firstChild_.end() - 1);
  for (std::uint32_t stmt = 0; stmt < count; ++stmt) {
    if (flow_.reached(stmt) && !flow_.isFirst(stmt)) children_[next[flow_.parent[stmt]]++] = stmt;
  }
}

// Depth first over the tree of a function; a step is undone on the way back.
void Analysis::walk(std::uint32_t function) {
  struct Entry {
    std::uint32_t stmt;
    std::uint32_t cursor;
  };
  std::vector<Entry> path;
  counters_.clear();
  const auto go = [&](std::uint32_t stmt) {
    visit(function, stmt);
    path.push_back({stmt, firstChild_[stmt]});
  };
  go(flow_.firstOf[function]);
  while (!path.empty()) {
    Entry& last = path.back();
    if (last.cursor < firstChild_[last.stmt + 1]) {
      const std::uint32_t child = children_[last.cursor++];
      applyStep(flow_, stmtAt(function, last.stmt), flow_.jumped[child], 1, counters_);
      go(child);
      continue;
    }
    const std::uint32_t stmt = last.stmt;
    path.pop_back();
    if (!path.empty()) applyStep(flow_, stmtAt(function, path.back().stmt), flow_.jumped[stmt], -1, counters_);
  }
}

void Analysis::visit(std::uint32_t function, std::uint32_t stmt) {
  const Stmt& statement = stmtAt(function, stmt);
  if (statement.op == Op::Call) {
    const auto site = static_cast<std::uint32_t>(sites_.size());
    sites_.push_back({function, statement.operand, heldNow(stmt)});
    sitesOf_[statement.operand].push_back(site);
    sitesIn_[function].push_back(site);
    return;
  }
  const NeedId id = needOf(statement);
  if (!id.valid()) return;
  const std::int64_t level = std::min(1 - counters_[counterOf(id)], kMostNeeded);
  if (level <= 0) return;
  Needs& own = own_[function];
  if (Need* need = find(own, id)) {
    if (level > need->level || (level == need->level && stmt < need->stmt)) *need = {id, level, stmt};
  } else if (own.size() < kMostNeeds) {
    own.push_back({id, level, stmt});
  }
}

// Calls with the same values share one list.
std::uint32_t Analysis::heldNow(std::uint32_t stmt) {
  const auto fresh = static_cast<std::uint32_t>(held_.size());
  const auto [found, isNew] = heldBySum_.try_emplace(flow_.sum[stmt], fresh);
  if (!isNew) return found->second;
  Held held;
  if (counters_.nonZeroCount() <= kMostHeld) {
    held.values = counters_.nonZero();
  } else {
    held.complete = false;
    if (counters_[kUnitDepth] != 0) held.values.push_back({kUnitDepth, counters_[kUnitDepth]});
  }
  held_.push_back(std::move(held));
  return fresh;
}

std::int64_t Analysis::valueAt(const CallSite& site, CounterId counter) const {
  const Held& held = held_[site.held];
  for (const Change& value : held.values) {
    if (value.counter == counter) return value.by;
  }
  return held.complete || counter == kUnitDepth ? 0 : INT32_MAX;
}

void Analysis::enqueue(std::uint32_t function) {
  if (queued_[function]) return;
  queued_[function] = true;
  work_.push_back(function);
}

void Analysis::raise(std::uint32_t function, const Need& need) {
  Needs& needs = needs_[function];
  if (Need* known = find(needs, need.id)) {
    if (known->level >= need.level) return;
    known->level = need.level;
  } else if (needs.size() < kMostNeeds) {
    needs.push_back(need);
  } else {
    return;
  }
  enqueue(function);
}

void Analysis::passNeedsToCallers() {
  needs_ = own_;
  for (std::uint32_t f = 0; f < needs_.size(); ++f) {
    if (!needs_[f].empty()) enqueue(f);
  }
  while (!work_.empty()) {
    const std::uint32_t callee = work_.back();
    work_.pop_back();
    queued_[callee] = false;
    const Needs needs = needs_[callee];  // a copy: a recursive call changes it
    for (std::uint32_t index : sitesOf_[callee]) {
      const CallSite& site = sites_[index];
      for (const Need& need : needs) {
        const std::int64_t level = std::min(need.level - valueAt(site, counterOf(need.id)), kMostNeeded);
        if (level > 0) raise(site.caller, {need.id, level, Flow::kNone});
      }
    }
  }
}

void Analysis::passShortagesToCallees() {
  const std::uint32_t entry = process_.entry.raw;
  for (const Need& need : needs_[entry]) lowest_[entry].push_back({need.id, 0, Flow::kNone});
  enqueue(entry);
  while (!work_.empty()) {
    const std::uint32_t caller = work_.back();
    work_.pop_back();
    queued_[caller] = false;
    const Needs begins = lowest_[caller];
    for (std::uint32_t index : sitesIn_[caller]) {
      const CallSite& site = sites_[index];
      for (const Need& begin : begins) {
        const Need* need = find(needs_[site.callee], begin.id);
        if (need == nullptr) continue;
        const std::int64_t value = std::max<std::int64_t>(0, begin.level + valueAt(site, counterOf(begin.id)));
        if (value >= need->level) continue;
        Need* known = find(lowest_[site.callee], begin.id);
        if (known != nullptr && known->level <= value) continue;
        if (known != nullptr) {
          known->level = value;
        } else {
          lowest_[site.callee].push_back({begin.id, value, Flow::kNone});
        }
        enqueue(site.callee);
      }
    }
  }
}

std::vector<std::uint32_t> Analysis::run() {
  makeTree();
  for (std::uint32_t f = 0; f < process_.functions.size(); ++f) walk(f);
  passNeedsToCallers();
  passShortagesToCallees();
  std::vector<std::uint32_t> shortages;
  for (std::uint32_t f = 0; f < process_.functions.size(); ++f) {
    const auto falls = [&](const Need& need) {
      const Need* begin = find(lowest_[f], need.id);
      return begin != nullptr && begin->level < need.level;
    };
    const Need* unitEnd = find(own_[f], kUnitToEnd);
    const bool endsTooMany = unitEnd != nullptr && falls(*unitEnd);
    for (const Need& need : own_[f]) {
      // Behind a unit-end too many, accesses out of a unit are no news.
      if (falls(need) && !(endsTooMany && need.id == kUnitToAccess)) shortages.push_back(need.stmt);
    }
  }
  std::sort(shortages.begin(), shortages.end());
  return shortages;
}

}  // namespace

std::vector<std::uint32_t> shortagesOf(const Process& process, const Flow& flow, Counters& scratch) {
  return Analysis(process, flow, scratch).run();
}

}  // namespace empire::esl
