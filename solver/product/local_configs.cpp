#include "solver/product/local_configs.h"

#include <fmt/format.h>

#include <algorithm>

namespace empire::solver::product {

namespace {

using esl::Op;
using esl::Stmt;

constexpr std::uint32_t kMaxDepth = 100;  // unit depth and levels of one lock

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0xbf58476d1ce4e5b9ull;
  return hash ^ (hash >> 31);
}

}  // namespace

Relevance::Relevance(const esl::Module& module, const esl::Question& question)
    : sharedLock(module.locks.size()),
      joined(module.processes.size()),
      required(module.flags.size()),
      process(module.processes.size()),
      location(module.locations.size()) {
  std::vector<std::uint32_t> user(module.locks.size(), UINT32_MAX);
  for (std::uint32_t p = 0; p < module.processes.size(); ++p) {
    process[p] = asksAbout(question, esl::ProcessId(p));
    for (const esl::Function& function : module.processes[p].functions) {
      for (const Stmt& stmt : function.body) {
        if (stmt.op == Op::Lock || stmt.op == Op::TryLock || stmt.op == Op::Wait) {
          std::uint32_t& before = user[stmt.operand];
          if (before != UINT32_MAX && before != p) sharedLock[stmt.operand] = true;
          before = p;
        }
        if (stmt.op == Op::Join) joined[stmt.operand] = true;
        if (stmt.op == Op::Require) required[stmt.operand] = true;
      }
    }
  }
  for (std::size_t l = 0; l < module.locations.size(); ++l) location[l] = asksAbout(question, esl::LocationId(l));
}

std::size_t LocalConfigs::ConfigHash::operator()(const Config& c) const {
  std::uint64_t hash = mix(c.stack, (std::uint64_t{c.function} << 32) | c.stmt);
  hash = mix(hash, (std::uint64_t{c.units} << 33) | (std::uint64_t{c.holds} << 1) | (c.waiting ? 1 : 0));
  return static_cast<std::size_t>(hash);
}

std::size_t LocalConfigs::FrameHash::operator()(const Frame& f) const {
  return static_cast<std::size_t>(mix(f.below, (std::uint64_t{f.function} << 32) | f.stmt));
}

LocalConfigs::LocalConfigs(const esl::Module& module, esl::ProcessId process, CallFacts calls,
                           std::shared_ptr<const Relevance> relevance)
    : module_(module),
      process_(process),
      code_(module.process(process)),
      calls_(std::move(calls)),
      relevance_(std::move(relevance)) {
  frames_.emplace_back();
  internHolds({});
}

ConfigId LocalConfigs::initial() {
  Config config;
  config.function = code_.entry.raw;
  return intern(config);
}

std::pair<esl::FunctionId, std::uint32_t> LocalConfigs::placeOf(ConfigId config) const {
  const Config& c = configs_[config.index()];
  return {esl::FunctionId(c.function), c.stmt};
}

const Stmt& LocalConfigs::stmtOf(ConfigId config) const {
  const Config& c = configs_[config.index()];
  return code_.functions[c.function].body[c.stmt];
}

std::uint64_t LocalConfigs::bytes() const {
  return configs_.capacity() * sizeof(Config) + ids_.bucket_count() * (sizeof(Config) + 16) +
         frames_.capacity() * sizeof(Frame) + frameIds_.bucket_count() * (sizeof(Frame) + 16) + holds_.size() * 128;
}

ConfigId LocalConfigs::intern(const Config& config) {
  auto [at, isNew] = ids_.try_emplace(config, ConfigId(configs_.size()));
  if (isNew) configs_.push_back(config);
  return at->second;
}

std::uint32_t LocalConfigs::pushFrame(const Frame& frame) {
  auto [at, isNew] = frameIds_.try_emplace(frame, static_cast<std::uint32_t>(frames_.size()));
  if (isNew) frames_.push_back(frame);
  return at->second;
}

std::uint32_t LocalConfigs::internHolds(const Holds& holds) {
  auto [at, isNew] = holdIds_.try_emplace(holds, static_cast<std::uint32_t>(holds_.size()));
  if (isNew) holds_.push_back(holds);
  return at->second;
}

void LocalConfigs::outcomes(ConfigId id, bool tracked, Passing passing, std::vector<Outcome>& out) {
  const Config config = configs_[id.index()];
  if (config.function == UINT32_MAX) return;
  const esl::Function& function = code_.functions[config.function];
  const Stmt& stmt = function.body[config.stmt];
  Config next = config;
  ++next.stmt;
  auto happens = [&](EventKind kind) { out.push_back({{kind, false, stmt.operand}, intern(next), 0}); };
  switch (stmt.op) {
    case Op::Skip: out.push_back({{}, intern(next), 0}); return;
    case Op::Goto:
    case Op::Choice: {
      const auto targets = function.targetsOf(stmt);
      for (std::uint32_t i = 0; i < targets.size(); ++i) {
        next.stmt = targets[i];
        out.push_back({{}, intern(next), i});
      }
      return;
    }
    case Op::Call:
    case Op::Return: callOrReturn(config, stmt, out); return;
    case Op::Read:
    case Op::Write:
    case Op::Update: access(config, stmt, passing, out); return;
    case Op::Lock: take(config, stmt, out); return;
    case Op::Unlock: giveBack(config, stmt, false, out); return;
    case Op::TryLock:
      take(config, stmt, out);
      next.stmt = function.targetsOf(stmt)[0];
      out.push_back({{}, intern(next), 1});
      return;
    case Op::Wait:
      if (config.waiting) {
        take(config, stmt, out);
      } else {
        giveBack(config, stmt, true, out);
      }
      return;
    case Op::UnitBegin:
    case Op::UnitEnd:
    case Op::UnitSplit: unitStep(config, stmt, tracked, out); return;
    case Op::Start: happens(EventKind::Start); return;
    case Op::Join: happens(EventKind::Join); return;
    case Op::Set: happens(relevance_->required[stmt.operand] ? EventKind::Set : EventKind::Silent); return;
    case Op::Require: happens(EventKind::Require); return;
    case Op::Claim: happens(EventKind::Claim); return;
  }
}

void LocalConfigs::callOrReturn(const Config& config, const Stmt& stmt, std::vector<Outcome>& out) {
  Config next = config;
  if (stmt.op == Op::Call) {
    ++next.stmt;
    if (calls_.quiet[stmt.operand]) {
      if (calls_.returns[stmt.operand]) out.push_back({{}, intern(next), 1});
      return;
    }
    next.stack = pushFrame({config.stack, config.function, next.stmt});
    next.function = stmt.operand;
    next.stmt = 0;
    out.push_back({{}, intern(next), 0});
    return;
  }
  if (config.stack != 0) {
    const Frame frame = frames_[config.stack];
    next.stack = frame.below;
    next.function = frame.function;
    next.stmt = frame.stmt;
    out.push_back({{}, intern(next), 0});
    return;
  }
  if (!relevance_->joined[process_.index()]) return;
  next.function = UINT32_MAX;
  next.stmt = 0;
  next.units = 0;
  out.push_back({{EventKind::Exit, false, 0}, intern(next), 0});
}

void LocalConfigs::access(const Config& config, const Stmt& stmt, Passing passing, std::vector<Outcome>& out) {
  Config next = config;
  ++next.stmt;
  const ConfigId after = intern(next);
  const bool asked = config.units > 0 && relevance_->process[process_.index()] && relevance_->location[stmt.operand];
  if (!asked) {
    out.push_back({{}, after, 0});
    return;
  }
  if (reads(stmt.op)) out.push_back({{EventKind::Access, false, stmt.operand}, after, 0});
  if (writes(stmt.op)) out.push_back({{EventKind::Access, true, stmt.operand}, after, 0});
  out.push_back({{passing == Passing::Silently ? EventKind::Silent : EventKind::Pass, false, 0}, after, 0});
}

void LocalConfigs::take(const Config& config, const Stmt& stmt, std::vector<Outcome>& out) {
  Holds holds = holds_[config.holds];
  const std::uint32_t mode = stmt.shared ? 1 : 0;
  auto at = std::lower_bound(holds.begin(), holds.end(), std::pair(stmt.operand, 0u));
  const bool first = at == holds.end() || at->first != stmt.operand;
  if (first) {
    holds.insert(at, {stmt.operand, 2 + mode});
  } else {
    const bool heldShared = (at->second & 1) != 0;
    if (!module_.locks[stmt.operand].reentrant || (heldShared && !stmt.shared)) return;
    if (at->second / 2 >= kMaxDepth) {
      problem_ = fmt::format("process `{}` takes lock `{}` more than {} times over", code_.name,
                             module_.locks[stmt.operand].name, kMaxDepth);
      return;
    }
    at->second += 2;
  }
  Config next = config;
  ++next.stmt;
  next.waiting = false;
  next.holds = internHolds(holds);
  const std::uint32_t branch = config.waiting ? 1 : 0;
  // A nested level of a shared-capable lock can never be refused: no other process holds it in a conflicting mode.
  const bool noticed = first && relevance_->sharedLock[stmt.operand];
  out.push_back({noticed ? Event{EventKind::Acquire, stmt.shared, stmt.operand} : Event{}, intern(next), branch});
}

void LocalConfigs::giveBack(const Config& config, const Stmt& stmt, bool thenWait, std::vector<Outcome>& out) {
  Holds holds = holds_[config.holds];
  auto at = std::lower_bound(holds.begin(), holds.end(), std::pair(stmt.operand, 0u));
  if (at == holds.end() || at->first != stmt.operand) return;
  const bool last = at->second / 2 == 1;
  if (last) {
    holds.erase(at);
  } else {
    at->second -= 2;
  }
  Config next = config;
  if (thenWait) {
    next.waiting = true;
  } else {
    ++next.stmt;
  }
  next.holds = internHolds(holds);
  const bool noticed = last && relevance_->sharedLock[stmt.operand];
  out.push_back({noticed ? Event{EventKind::Release, false, stmt.operand} : Event{}, intern(next), 0});
}

void LocalConfigs::unitStep(const Config& config, const Stmt& stmt, bool tracked, std::vector<Outcome>& out) {
  Config next = config;
  ++next.stmt;
  bool ends = false;
  if (stmt.op == Op::UnitBegin) {
    if (++next.units > kMaxDepth) {
      problem_ = fmt::format("process `{}` opens more than {} units inside each other", code_.name, kMaxDepth);
      return;
    }
  } else if (stmt.op == Op::UnitEnd) {
    if (config.units == 0) return;
    ends = --next.units == 0;
  } else {
    ends = config.units > 0;
  }
  out.push_back({{ends && tracked ? EventKind::UnitEnd : EventKind::Silent, false, 0}, intern(next), 0});
}

}  // namespace empire::solver::product
