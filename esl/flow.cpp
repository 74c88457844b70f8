// One worklist over the statements of a process. A statement is entered once, by the first path that reaches it; later
// paths only compare their sums. A call waits until a return of its callee has been found, so recursion needs no
// special care: the base case is found first, and a function that cannot return leaves its callers waiting for ever.

#include "esl/flow.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace empire::esl {

namespace {

// A fixed odd-looking number per counter (splitmix64), so that sums of different changes differ.
std::uint64_t weightOf(CounterId counter) {
  std::uint64_t z = (counter.raw + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// What a statement other than a call does.
Change changeOf(const Stmt& stmt, bool jumped) {
  switch (stmt.op) {
    case Op::Lock: return {counterOf(stmt.lock()), 1};
    case Op::Unlock: return {counterOf(stmt.lock()), -1};
    case Op::TryLock: return {counterOf(stmt.lock()), jumped ? 0 : 1};
    case Op::UnitBegin: return {kUnitDepth, 1};
    case Op::UnitEnd: return {kUnitDepth, -1};
    case Op::Skip:
    case Op::Goto:
    case Op::Choice:
    case Op::Call:
    case Op::Return:
    case Op::Read:
    case Op::Write:
    case Op::Update:
    case Op::Wait:
    case Op::UnitSplit:
    case Op::Start:
    case Op::Join:
    case Op::Set:
    case Op::Require:
    case Op::Claim: return {};
  }
  return {};
}

const Stmt& stmtAt(const Flow& flow, const Process& process, std::uint32_t stmt) {
  const std::uint32_t f = flow.functionOf[stmt];
  return process.functions[f].body[stmt - flow.firstOf[f]];
}

// Adds the changes on the tree's path to `stmt`, times `sign`.
void applyPath(const Flow& flow, const Process& process, std::uint32_t stmt, std::int64_t sign, Counters& counters) {
  while (!flow.isFirst(stmt)) {
    const std::uint32_t before = flow.parent[stmt];
    applyStep(flow, stmtAt(flow, process, before), flow.jumped[stmt], sign, counters);
    stmt = before;
  }
}

class Explorer {
 public:
  Explorer(const Process& process, Counters& scratch) : process_(process), counters_(scratch) {}
  Flow run();

 private:
  void number();
  void step(std::uint32_t stmt);
  void enter(std::uint32_t from, std::uint32_t to, std::uint64_t sum, bool jumped);
  void leave(std::uint32_t stmt);
  void meet(Flow::Meeting meeting);

  const Process& process_;
  Counters& counters_;
  Flow flow_;
  std::vector<std::uint32_t> work_;
  std::vector<std::vector<std::uint32_t>> waiting_;  // by callee: calls
  std::vector<bool> met_;                            // by statement: has a meeting already
  std::vector<std::uint32_t> meetings_;              // by function
};

void Explorer::number() {
  flow_.firstOf.push_back(0);
  for (std::size_t f = 0; f < process_.functions.size(); ++f) {
    const std::size_t end = flow_.firstOf.back() + process_.functions[f].body.size();
    flow_.functionOf.resize(end, static_cast<std::uint32_t>(f));
    flow_.firstOf.push_back(static_cast<std::uint32_t>(end));
  }
  const std::size_t count = flow_.firstOf.back();
  flow_.parent.resize(count, Flow::kNone);
  flow_.jumped.resize(count);
  flow_.sum.resize(count);
  flow_.summaries.resize(process_.functions.size());
  waiting_.resize(process_.functions.size());
  meetings_.resize(process_.functions.size());
  met_.resize(count);
}

Flow Explorer::run() {
  number();
  for (std::size_t f = process_.functions.size(); f-- > 0;) enter(flow_.firstOf[f], flow_.firstOf[f], 0, false);
  while (!work_.empty()) {
    const std::uint32_t stmt = work_.back();
    work_.pop_back();
    step(stmt);
  }
  return std::move(flow_);
}

void Explorer::step(std::uint32_t at) {
  const std::uint32_t f = flow_.functionOf[at];
  const Function& function = process_.functions[f];
  const Stmt& stmt = function.body[at - flow_.firstOf[f]];
  const std::uint64_t sum = flow_.sum[at];
  if (stmt.op == Op::Return) return leave(at);
  if (stmt.op == Op::Call) {
    const Flow::Summary& callee = flow_.summaries[stmt.operand];
    if (callee.exit == Flow::kNone) {
      waiting_[stmt.operand].push_back(at);
    } else {
      enter(at, at + 1, sum + callee.sum, false);
    }
    return;
  }
  for (std::uint32_t target : function.targetsOf(stmt)) enter(at, flow_.firstOf[f] + target, sum, true);
  if (stmt.op == Op::Goto || stmt.op == Op::Choice) return;
  const Change change = changeOf(stmt, false);
  const auto times = static_cast<std::uint64_t>(change.by);
  enter(at, at + 1, sum + times * weightOf(change.counter), false);
}

void Explorer::enter(std::uint32_t from, std::uint32_t to, std::uint64_t sum, bool jumped) {
  if (!flow_.reached(to)) {
    flow_.parent[to] = from;
    flow_.jumped[to] = jumped;
    flow_.sum[to] = sum;
    work_.push_back(to);
  } else if (flow_.sum[to] != sum) {
    meet({to, from, jumped});
  }
}

void Explorer::leave(std::uint32_t stmt) {
  const std::uint32_t f = flow_.functionOf[stmt];
  Flow::Summary& summary = flow_.summaries[f];
  if (summary.exit != Flow::kNone) {
    if (summary.sum != flow_.sum[stmt]) meet({stmt, stmt, false});
    return;
  }
  summary.exit = stmt;
  summary.sum = flow_.sum[stmt];
  counters_.clear();
  applyPath(flow_, process_, stmt, 1, counters_);
  if (counters_.nonZeroCount() <= Flow::kMostChanges) summary.changes = counters_.nonZero();
  const bool large = std::any_of(summary.changes.begin(), summary.changes.end(),
                                 [](const Change& change) { return std::abs(change.by) > Flow::kLargestChange; });
  if (large || counters_.nonZeroCount() > Flow::kMostChanges) {
    summary.changes.clear();
    flow_.tooComplex = true;
  }
  for (std::uint32_t call : waiting_[f]) enter(call, call + 1, flow_.sum[call] + summary.sum, false);
  waiting_[f].clear();
}

void Explorer::meet(Flow::Meeting meeting) {
  const std::uint32_t f = flow_.functionOf[meeting.stmt];
  if (met_[meeting.stmt] || meetings_[f] == Flow::kMostMeetings) return;
  met_[meeting.stmt] = true;
  ++meetings_[f];
  flow_.meetings.push_back(meeting);
}

}  // namespace

void Counters::change(CounterId id, std::int64_t by) {
  if (by == 0) return;
  std::int64_t& value = values_[id.index()];
  std::uint32_t& place = place_[id.index()];
  if (value == 0) {
    place = static_cast<std::uint32_t>(nonZero_.size());
    nonZero_.push_back(id);
  }
  value += by;
  if (value == 0) {
    nonZero_[place] = nonZero_.back();
    place_[nonZero_[place].index()] = place;
    nonZero_.pop_back();
    place = kAbsent;
  }
}

void Counters::clear() {
  for (CounterId id : nonZero_) {
    values_[id.index()] = 0;
    place_[id.index()] = kAbsent;
  }
  nonZero_.clear();
}

std::vector<Change> Counters::nonZero() const {
  std::vector<Change> changes;
  for (CounterId id : nonZero_) changes.push_back({id, values_[id.index()]});
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.counter < b.counter; });
  return changes;
}

Flow flowOf(const Process& process, Counters& scratch) { return Explorer(process, scratch).run(); }

void applyStep(const Flow& flow, const Stmt& stmt, bool jumped, std::int64_t sign, Counters& counters) {
  if (stmt.op == Op::Call) {
    for (const Change& change : flow.summaries[stmt.operand].changes) counters.change(change.counter, sign * change.by);
  } else {
    const Change change = changeOf(stmt, jumped);
    counters.change(change.counter, sign * change.by);
  }
}

Difference differenceAt(const Flow& flow, const Process& process, const Flow::Meeting& meeting, Counters& scratch) {
  const bool atReturn = meeting.from == meeting.stmt && stmtAt(flow, process, meeting.stmt).op == Op::Return;
  const std::uint32_t other = atReturn ? flow.summaries[flow.functionOf[meeting.stmt]].exit : meeting.stmt;
  const auto addSecond = [&](std::int64_t sign) {
    applyPath(flow, process, meeting.from, sign, scratch);
    if (!atReturn) applyStep(flow, stmtAt(flow, process, meeting.from), meeting.jumped, sign, scratch);
  };
  scratch.clear();
  applyPath(flow, process, other, 1, scratch);
  addSecond(-1);
  Difference difference;
  const std::vector<Change> differing = scratch.nonZero();
  if (differing.empty()) return difference;
  difference.counter = differing.front().counter;
  scratch.clear();
  applyPath(flow, process, other, 1, scratch);
  difference.first = scratch[difference.counter];
  scratch.clear();
  addSecond(1);
  difference.second = scratch[difference.counter];
  return difference;
}

}  // namespace empire::esl
