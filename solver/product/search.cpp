#include "solver/product/search.h"

#include <algorithm>
#include <bit>

#include "support/check.h"

namespace empire::solver::product {

namespace {

std::vector<esl::Pattern> patternsAsked(const esl::Question& question) {
  std::vector<esl::Pattern> all;
  for (int scenario : question.scenarios) {
    for (esl::Pattern& pattern : esl::patternsOf(scenario)) all.push_back(std::move(pattern));
  }
  return all;
}

}  // namespace

Layout::Layout(const esl::Module& module, const std::vector<LocalAutomaton>& automata,
               const monitors::Tracker& tracker) {
  // The parts that change most often come first, so that small models stay within one word.
  matchNode = add(tracker.size());
  first = add(module.processes.size());
  second = add(module.processes.size());
  l1 = add(module.locations.size());
  l2 = add(module.locations.size());
  for (const LocalAutomaton& automaton : automata) node.push_back(add(automaton.size()));
  std::vector<bool> usesSet(module.flags.size()), usesClaim(module.flags.size());
  for (const LocalAutomaton& automaton : automata) {
    for (std::uint32_t n = 0; n < automaton.size(); ++n) {
      for (const LocalAutomaton::Edge& edge : automaton.edges(n, false)) {
        if (edge.event.kind == EventKind::Set) usesSet[edge.event.operand] = true;
        if (edge.event.kind == EventKind::Claim) usesClaim[edge.event.operand] = true;
      }
    }
  }
  for (std::size_t b = 0; b < module.flags.size(); ++b) set.push_back(usesSet[b] ? add(2) : Field{});
  for (std::size_t b = 0; b < module.flags.size(); ++b) claimed.push_back(usesClaim[b] ? add(2) : Field{});
}

Layout::Field Layout::add(std::uint64_t values) {
  const auto bits = static_cast<std::uint32_t>(std::bit_width(values <= 1 ? 0 : values - 1));
  if (used_ + bits > 64) {
    ++words_;
    used_ = 0;
  }
  Field field{static_cast<std::uint32_t>(words_ - 1), used_ & 63, bits == 0 ? 0 : (std::uint64_t{1} << bits) - 1};
  used_ += bits;
  return field;
}

Match Layout::match(const std::uint64_t* state) const {
  auto get = [&](const Field& field) { return static_cast<std::uint32_t>(field.get(state)); };
  return {get(matchNode), get(first), get(second), get(l1), get(l2)};
}

void Layout::putMatch(std::uint64_t* state, const Match& match) const {
  matchNode.put(state, match.node);
  first.put(state, match.first);
  second.put(state, match.second);
  l1.put(state, match.l1);
  l2.put(state, match.l2);
}

Search::Search(const esl::Module& module, const esl::Question& question, const std::vector<LocalAutomaton>& automata,
               const Budget& budget, Observer* observer)
    : module_(module),
      question_(question),
      automata_(automata),
      budget_(budget),
      observer_(observer),
      tracker_(patternsAsked(question)),
      layout_(module, automata, tracker_),
      store_(layout_.words(), budget.bytes),
      next_(layout_.words()),
      current_(layout_.words()),
      found_(32),
      racePairs_(automata.size() * automata.size()) {
  for (int scenario : question.scenarios) undecided_ |= 1u << scenario;
}

bool Search::isTracked(const Match& match, std::uint32_t process) const {
  const monitors::TrackerNodeId here(match.node);
  const monitors::Tracker::Node& node = tracker_[here];
  if (here == tracker_.root()) return false;
  if (process == match.first) return node.afterFirstEnd != here;
  return node.hasSecond && process == match.second && node.afterSecondEnd != here;
}

bool Search::lockIsFree(const std::uint64_t* state, std::uint32_t process, std::uint32_t lock, bool shared) const {
  const std::size_t word = lock / 64;
  const std::uint64_t bit = std::uint64_t{1} << (lock % 64);
  for (std::size_t q = 0; q < automata_.size(); ++q) {
    if (q == process) continue;
    const LockMask& mask = automata_[q].mask(static_cast<std::uint32_t>(layout_.node[q].get(state)));
    if (((shared ? mask.exclusive : mask.any)[word] & bit) != 0) return false;
  }
  return true;
}

bool Search::enabled(const std::uint64_t* state, std::uint32_t process, const Event& event) const {
  switch (event.kind) {
    case EventKind::Acquire: return lockIsFree(state, process, event.operand, event.flag);
    case EventKind::Join: {
      const auto node = static_cast<std::uint32_t>(layout_.node[event.operand].get(state));
      return automata_[event.operand].finished(node);
    }
    case EventKind::Require: return layout_.set[event.operand].get(state) != 0;
    case EventKind::Claim: return layout_.claimed[event.operand].get(state) == 0;
    case EventKind::Silent:
    case EventKind::Release:
    case EventKind::Start:
    case EventKind::Exit:
    case EventKind::Set:
    case EventKind::Access:
    case EventKind::UnitEnd:
    case EventKind::Pass: return true;
  }
  return true;
}

// The match after `event`; nothing if the move leads nowhere: an access that plays no role, or the end of a unit that
// was still needed.
std::optional<Match> Search::matchAfter(const Match& match, std::uint32_t process, const Event& event) const {
  if (event.kind != EventKind::Access && event.kind != EventKind::UnitEnd) return match;
  Match after = match;
  const monitors::Tracker::Node& node = tracker_[monitors::TrackerNodeId(match.node)];
  if (event.kind == EventKind::UnitEnd) {
    const monitors::TrackerNodeId to = process == match.first ? node.afterFirstEnd : node.afterSecondEnd;
    if (!to.valid()) return std::nullopt;
    after.node = to.raw;
    return after;
  }
  const bool atRoot = match.node == tracker_.root().raw;
  const bool primed = !atRoot && process != match.first;
  if (primed && node.hasSecond && process != match.second) return std::nullopt;
  if (!atRoot && node.hasL2 && event.operand != match.l1 && event.operand != match.l2) return std::nullopt;
  const bool second = !atRoot && event.operand != match.l1;
  for (const monitors::Tracker::Edge& edge : node.edges) {
    if (edge.role != esl::Role{primed, event.flag, second}) continue;
    after.node = edge.to.raw;
    (primed ? after.second : after.first) = process;
    (second ? after.l2 : after.l1) = event.operand;
    return after;
  }
  return std::nullopt;
}

void Search::apply(std::uint64_t* state, const Move& move) const {
  layout_.node[move.process].put(state, move.edge.target);
  const Event& event = move.edge.event;
  switch (event.kind) {
    case EventKind::Start: {
      const Layout::Field& started = layout_.node[event.operand];
      if (started.get(state) == LocalAutomaton::kDormant) started.put(state, LocalAutomaton::kInitial);
      return;
    }
    case EventKind::Set: layout_.set[event.operand].put(state, 1); return;
    case EventKind::Claim: layout_.claimed[event.operand].put(state, 1); return;
    case EventKind::Access:
    case EventKind::UnitEnd: layout_.putMatch(state, move.after); return;
    case EventKind::Silent:
    case EventKind::Acquire:
    case EventKind::Release:
    case EventKind::Join:
    case EventKind::Exit:
    case EventKind::Require:
    case EventKind::Pass: return;
  }
}

// Calls use(move) for every move that `state` can make, in a fixed order, until it returns false.
template <class Use>
bool Search::eachMove(const std::uint64_t* state, Use&& use) const {
  const Match match = layout_.match(state);
  Move move;
  for (move.process = 0; move.process < automata_.size(); ++move.process) {
    const auto node = static_cast<std::uint32_t>(layout_.node[move.process].get(state));
    move.tracked = isTracked(match, move.process);
    for (const LocalAutomaton::Edge& edge : automata_[move.process].edges(node, move.tracked)) {
      const std::optional<Match> after = matchAfter(match, move.process, edge.event);
      if (!after || !enabled(state, move.process, edge.event)) continue;
      move.edge = edge;
      move.after = *after;
      if (!use(move)) return false;
    }
  }
  return true;
}

void Search::expand(std::uint32_t number) {
  std::copy_n(store_[number], layout_.words(), current_.data());
  const std::uint64_t* state = current_.data();
  const auto node = static_cast<std::uint32_t>(layout_.matchNode.get(state));
  if (node == tracker_.root().raw) {
    noteRaces(state);
  } else if ((tracker_[monitors::TrackerNodeId(node)].scenarios & undecided_) == 0) {
    return;
  }
  eachMove(state, [&](const Move& move) {
    const monitors::Tracker::Node& after = tracker_[monitors::TrackerNodeId(move.after.node)];
    if ((after.scenarios & undecided_) == 0 && move.after.node != tracker_.root().raw) return true;
    if (after.completed >= 0) {
      const int scenario = tracker_.patterns()[static_cast<std::size_t>(after.completed)].scenario;
      undecided_ &= ~(1u << scenario);
      found_[static_cast<std::size_t>(scenario)] = {number, move, store_.size()};
      return true;
    }
    std::copy(current_.begin(), current_.end(), next_.begin());
    apply(next_.data(), move);
    if (store_.insert(next_.data(), number) == StateStore::Inserted::NoRoom) {
      exhausted_ = Exhausted::Bytes;
      return false;
    }
    return true;
  });
}

void Search::explore() {
  constexpr std::uint32_t kCheckEvery = 1024;
  constexpr std::uint32_t kReportEvery = 1u << 16;
  std::fill(next_.begin(), next_.end(), 0);
  layout_.node[module_.main().index()].put(next_.data(), LocalAutomaton::kInitial);
  if (store_.insert(next_.data(), StateStore::kNone) == StateStore::Inserted::NoRoom) exhausted_ = Exhausted::Bytes;
  for (std::uint32_t number = 0; number < store_.size() && exhausted_ == Exhausted::Nothing; ++number) {
    if (number % kCheckEvery == 0 && budget_.isCancelled()) {
      exhausted_ = Exhausted::Cancelled;
    } else if (number % kCheckEvery == 0 && bytes() > budget_.bytes) {
      exhausted_ = Exhausted::Bytes;
    } else if (number >= budget_.steps) {
      exhausted_ = Exhausted::Steps;
    } else {
      if (observer_ != nullptr && number % kReportEvery == 0) observer_->progress("searching", store_.size());
      expand(number);
    }
  }
}

void Search::run(Answer& answer) {
  explore();
  answer.states = store_.size();
  answer.bytes = bytes();
  answer.races.assign(races_.begin(), races_.end());
  answer.racesComplete = exhausted_ == Exhausted::Nothing && !racesCut_;
  for (int scenario : question_.scenarios) {
    const Found& found = found_[static_cast<std::size_t>(scenario)];
    ScenarioAnswer row;
    row.scenario = scenario;
    if (found.state != StateStore::kNone) {
      row.verdict = Verdict::Violation;
      row.states = found.states;
      row.witness = witness(found);
    } else {
      row.states = store_.size();
      row.verdict = exhausted_ == Exhausted::Nothing ? Verdict::Safe : Verdict::Unknown;
      if (row.verdict == Verdict::Unknown) row.reason = describe(exhausted_);
    }
    answer.scenarios.push_back(std::move(row));
  }
}

// Two processes that both stand before accesses which conflict. Only states without a match are looked at: the others
// repeat their processes' places.
void Search::noteRaces(const std::uint64_t* state) {
  if (racesCut_) return;
  for (std::uint32_t p = 0; p < automata_.size(); ++p) {
    const auto nodeP = static_cast<std::uint32_t>(layout_.node[p].get(state));
    if (automata_[p].pending(nodeP).empty()) continue;
    for (std::uint32_t q = p + 1; q < automata_.size(); ++q) {
      const auto nodeQ = static_cast<std::uint32_t>(layout_.node[q].get(state));
      if (automata_[q].pending(nodeQ).empty()) continue;
      const std::uint64_t pair = (std::uint64_t{nodeP} << 32) | nodeQ;
      if (!racePairs_[p * automata_.size() + q].insert(pair).second) continue;
      ++racePairCount_;
      noteRaces(p, nodeP, q, nodeQ);
    }
  }
}

void Search::noteRaces(std::uint32_t p, std::uint32_t nodeP, std::uint32_t q, std::uint32_t nodeQ) {
  constexpr std::size_t kMostRaces = 10'000;  // nobody reads more
  for (std::uint32_t i : automata_[p].pending(nodeP)) {
    const PendingAccess& a = automata_[p].access(i);
    for (std::uint32_t j : automata_[q].pending(nodeQ)) {
      const PendingAccess& b = automata_[q].access(j);
      if (a.location != b.location || !(a.write || b.write) || (a.atomic && b.atomic)) continue;
      races_.insert({a.location, a.where, b.where});
      racesCut_ = races_.size() >= kMostRaces;
      if (racesCut_) return;
    }
  }
}

Move Search::moveBetween(std::uint32_t from, std::uint32_t to) const {
  std::vector<std::uint64_t> state(store_[from], store_[from] + layout_.words());
  std::vector<std::uint64_t> next(state.size());
  Move result;
  const bool none = eachMove(state.data(), [&](const Move& move) {
    next = state;
    apply(next.data(), move);
    if (!std::equal(next.begin(), next.end(), store_[to])) return true;
    result = move;
    return false;
  });
  EMPIRE_CHECK(!none, "a state is reached from its parent by a move");
  return result;
}

esl::Witness Search::witness(const Found& found) const {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t at = found.state; at != StateStore::kNone; at = store_.parent(at)) numbers.push_back(at);
  std::reverse(numbers.begin(), numbers.end());
  std::vector<Move> moves;
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i) moves.push_back(moveBetween(numbers[i], numbers[i + 1]));
  moves.push_back(found.last);

  const monitors::Tracker::Node& last = tracker_[monitors::TrackerNodeId(found.last.after.node)];
  esl::Witness witness;
  witness.pattern = tracker_.patterns()[static_cast<std::size_t>(last.completed)];
  witness.first = esl::ProcessId(found.last.after.first);
  witness.second = esl::ProcessId(found.last.after.second);
  witness.l1 = esl::LocationId(found.last.after.l1);
  if (witness.pattern.twoLocations) witness.l2 = esl::LocationId(found.last.after.l2);
  std::vector<LocalAutomaton::Path> paths;
  for (const LocalAutomaton& automaton : automata_) paths.emplace_back(automaton);
  for (const Move& move : moves) {
    paths[move.process].follow(move.edge, move.tracked, witness.steps);
    if (move.edge.event.kind == EventKind::Access) {
      witness.accesses.push_back(static_cast<std::uint32_t>(witness.steps.size() - 1));
    }
  }
  return witness;
}

}  // namespace empire::solver::product
