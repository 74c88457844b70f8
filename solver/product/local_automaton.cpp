// From the configurations of one process to a small automaton over events, in three steps.
//
// 1. Close: from each configuration that an event leads to, follow silent steps and collect the events that can come
// first.
//    Passing over an access is silent, so a unit whose accesses are not taken for the scenario costs no state. Where
//    units contain very many accesses without a lock operation between them, that would list each access at each
//    earlier one; there passing is a step of its own (Passing::ByStep).
// 2. Keep of the pending accesses only those that have a conflicting partner in another process under locks that do
//    not exclude it; the others cannot be in a data race.
// 3. Merge nodes with equal behaviour: partition refinement (Moore 1956), starting from the locks held, the pending
//    accesses and whether the process has finished. Given up, without loss, if it does not settle within a bound.

#include "solver/product/local_automaton.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "support/check.h"

namespace empire::solver::product {

namespace {

constexpr std::uint64_t kMaxSilentWork = 4'000'000;   // closing steps before passing becomes a step of its own
constexpr std::uint64_t kMaxMergeWork = 100'000'000;  // edges looked at by the refinement
constexpr std::uint64_t kCheckEvery = 4096;

LockMask maskOf(const LocalConfigs::Holds& holds, const Relevance& relevance) {
  LockMask mask;
  mask.any.resize((relevance.sharedLock.size() + 63) / 64);
  mask.exclusive.resize(mask.any.size());
  for (const auto& [lock, hold] : holds) {
    if (!relevance.sharedLock[lock]) continue;
    mask.any[lock / 64] |= std::uint64_t{1} << (lock % 64);
    if ((hold & 1) == 0) mask.exclusive[lock / 64] |= std::uint64_t{1} << (lock % 64);
  }
  return mask;
}

}  // namespace

bool conflict(const LockMask& a, const LockMask& b) {
  for (std::size_t w = 0; w < a.any.size(); ++w) {
    if ((a.any[w] & b.exclusive[w]) != 0 || (a.exclusive[w] & b.any[w]) != 0) return true;
  }
  return false;
}

/// Builds one automaton; the steps are called in the order of the file's comment.
class LocalAutomatonBuilder {
 public:
  LocalAutomatonBuilder(const esl::Module& module, esl::ProcessId process, CallFacts calls,
                        std::shared_ptr<const Relevance> relevance, const Budget& budget, std::uint64_t bytesBefore)
      : module_(module),
        process_(process),
        calls_(std::move(calls)),
        relevance_(std::move(relevance)),
        budget_(budget),
        bytesBefore_(bytesBefore) {}

  std::optional<NoAutomaton> close() {
    for (auto passing : {LocalConfigs::Passing::Silently, LocalConfigs::Passing::ByStep}) {
      automaton_ = {};
      automaton_.configs_ = std::make_shared<LocalConfigs>(module_, process_, calls_, relevance_);
      accessIds_.clear();
      automaton_.passing_ = passing;
      work_ = 0;
      nodes_ = {ConfigId{}, automaton_.configs_->initial()};
      nodeOf_.clear();
      setNode(nodes_[1], 1);
      beginRows(automaton_.free_);
      beginRows(automaton_.tracked_);
      addDormant();
      const Ended ended = closeNodes();
      if (ended == Ended::Done) return std::nullopt;
      if (ended == Ended::OutOfBudget) return NoAutomaton(exhausted_);
      if (!automaton_.configs_->problem().empty()) return NoAutomaton(automaton_.configs_->problem());
    }
    return NoAutomaton(Exhausted::Steps);
  }

  /// For a process that nobody starts: it stays dormant, whatever its code would do.
  void leaveDormant() {
    automaton_ = {};
    automaton_.configs_ = std::make_shared<LocalConfigs>(module_, process_, calls_, relevance_);
    nodes_ = {ConfigId{}};
    beginRows(automaton_.free_);
    beginRows(automaton_.tracked_);
    addDormant();
  }

  LocalAutomaton& automaton() { return automaton_; }

  template <class Use>
  void eachPending(Use&& use) const {
    for (std::uint32_t n = 0; n < automaton_.size(); ++n) {
      for (std::uint32_t index : automaton_.pending_[n]) use(automaton_.accesses_[index], automaton_.masks_[n]);
    }
  }
  template <class Keep>
  void keepPending(Keep&& keep) {
    for (std::uint32_t n = 0; n < automaton_.size(); ++n) {
      std::erase_if(automaton_.pending_[n],
                    [&](std::uint32_t index) { return !keep(automaton_.accesses_[index], automaton_.masks_[n]); });
    }
  }

  void merge() {
    refine();
    automaton_.nodeOfConfig_ = std::move(nodeOf_);
    automaton_.nodeOfConfig_.resize(automaton_.configs_->size(), UINT32_MAX);
  }

 private:
  enum class Ended { Done, TooMuchWork, OutOfBudget };

  static void beginRows(LocalAutomaton::Rows& rows) { rows.first.push_back(0); }
  static void endRow(LocalAutomaton::Rows& rows, std::size_t from) {
    auto begin = rows.edges.begin() + static_cast<std::ptrdiff_t>(from);
    std::sort(begin, rows.edges.end());
    rows.edges.erase(std::unique(begin, rows.edges.end()), rows.edges.end());
    rows.first.push_back(static_cast<std::uint32_t>(rows.edges.size()));
  }

  void setNode(ConfigId config, std::uint32_t node) {
    if (nodeOf_.size() <= config.index()) nodeOf_.resize(config.index() * 2 + 16, UINT32_MAX);
    nodeOf_[config.index()] = node;
  }

  std::uint32_t nodeFor(ConfigId config) {
    if (nodeOf_.size() <= config.index() || nodeOf_[config.index()] == UINT32_MAX) {
      setNode(config, static_cast<std::uint32_t>(nodes_.size()));
      nodes_.push_back(config);
    }
    return nodeOf_[config.index()];
  }

  void addDormant() {
    endRow(automaton_.free_, 0);
    endRow(automaton_.tracked_, 0);
    automaton_.masks_.push_back(maskOf({}, *relevance_));
    automaton_.finished_.push_back(false);
    automaton_.pending_.emplace_back();
  }

  Ended closeNodes() {
    for (std::size_t n = 1; n < nodes_.size(); ++n) {
      const ConfigId config = nodes_[n];
      automaton_.masks_.push_back(maskOf(automaton_.configs_->holdsOf(config), *relevance_));
      automaton_.finished_.push_back(automaton_.configs_->finished(config));
      automaton_.pending_.emplace_back();
      Ended ended = closeNode(config, false, automaton_.free_);
      if (ended != Ended::Done) return ended;
      // A tracked process is inside its unit.
      if (automaton_.configs_->inUnit(config)) {
        ended = closeNode(config, true, automaton_.tracked_);
        if (ended != Ended::Done) return ended;
      } else {
        endRow(automaton_.tracked_, automaton_.tracked_.edges.size());
      }
    }
    return automaton_.configs_->problem().empty() ? Ended::Done : Ended::TooMuchWork;
  }

  Ended closeNode(ConfigId start, bool tracked, LocalAutomaton::Rows& rows) {
    const std::size_t from = rows.edges.size();
    ++stamp_;
    std::vector<ConfigId> todo = {start};
    mark(start);
    while (!todo.empty()) {
      const ConfigId config = todo.back();
      todo.pop_back();
      if (!tracked) notePending(config);
      outcomes_.clear();
      automaton_.configs_->outcomes(config, tracked, automaton_.passing_, outcomes_);
      for (const LocalConfigs::Outcome& outcome : outcomes_) {
        if (outcome.event.kind != EventKind::Silent) {
          rows.edges.push_back({outcome.event, nodeFor(outcome.target)});
        } else if (mark(outcome.target)) {
          todo.push_back(outcome.target);
        }
      }
      if (const Ended ended = spend(); ended != Ended::Done) return ended;
    }
    endRow(rows, from);
    auto& pending = automaton_.pending_.back();
    std::sort(pending.begin(), pending.end());
    pending.erase(std::unique(pending.begin(), pending.end()), pending.end());
    return Ended::Done;
  }

  bool mark(ConfigId config) {
    if (stamps_.size() <= config.index()) stamps_.resize(config.index() * 2 + 16);
    if (stamps_[config.index()] == stamp_) return false;
    stamps_[config.index()] = stamp_;
    return true;
  }

  void notePending(ConfigId config) {
    if (automaton_.configs_->finished(config)) return;
    const esl::Stmt& stmt = automaton_.configs_->stmtOf(config);
    if (!isAccess(stmt.op)) return;
    const auto [function, number] = automaton_.configs_->placeOf(config);
    const PendingAccess access{{automaton_.configs_->process(), function, number},
                               stmt.location(),
                               writes(stmt.op),
                               stmt.atomic || stmt.op == esl::Op::Update};
    const auto fresh = static_cast<std::uint32_t>(automaton_.accesses_.size());
    const std::uint64_t place = (std::uint64_t{function.raw} << 32) | number;
    const auto [at, isNew] = accessIds_.try_emplace(place, fresh);
    if (isNew) automaton_.accesses_.push_back(access);
    automaton_.pending_.back().push_back(at->second);
    ++pendingCount_;
  }

  Ended spend() {
    if (!automaton_.configs_->problem().empty()) return Ended::TooMuchWork;
    ++work_;
    if (automaton_.passing_ == LocalConfigs::Passing::Silently && work_ > kMaxSilentWork) return Ended::TooMuchWork;
    if (work_ % kCheckEvery != 0) return Ended::Done;
    if (budget_.isCancelled()) {
      exhausted_ = Exhausted::Cancelled;
    } else if (bytesBefore_ + automaton_.configs_->bytes() + automaton_.bytes() + pendingCount_ * 8 > budget_.bytes) {
      exhausted_ = Exhausted::Bytes;
    }
    return exhausted_ == Exhausted::Nothing ? Ended::Done : Ended::OutOfBudget;
  }

  // The coarsest partition that respects what is observed at a node and where its edges lead.
  void refine() {
    const std::uint32_t count = automaton_.size();
    std::vector<std::uint32_t> cls = observations();
    std::uint32_t classes = *std::max_element(cls.begin(), cls.end()) + 1;
    std::uint64_t looked = 0;
    while (classes < count) {
      looked += automaton_.free_.edges.size() + automaton_.tracked_.edges.size() + count;
      if (looked > kMaxMergeWork || budget_.isCancelled()) return;
      std::vector<std::uint32_t> next = split(cls);
      const std::uint32_t now = *std::max_element(next.begin(), next.end()) + 1;
      cls = std::move(next);
      if (now == classes) break;
      classes = now;
    }
    if (classes < count) apply(cls, classes);
  }

  // Dormant and initial keep their numbers: they are the first nodes, and a class is numbered by its first member.
  std::vector<std::uint32_t> observations() const {
    using Observation = std::tuple<bool, bool, const LockMask&, const std::vector<std::uint32_t>&>;
    std::map<Observation, std::uint32_t> ids;
    std::vector<std::uint32_t> cls;
    for (std::uint32_t n = 0; n < automaton_.size(); ++n) {
      const Observation seen(n == LocalAutomaton::kDormant, automaton_.finished_[n], automaton_.masks_[n],
                             automaton_.pending_[n]);
      cls.push_back(ids.try_emplace(seen, static_cast<std::uint32_t>(ids.size())).first->second);
    }
    return cls;
  }

  std::vector<std::uint32_t> split(const std::vector<std::uint32_t>& cls) const {
    struct Hash {
      std::size_t operator()(const std::vector<std::uint64_t>& words) const {
        std::uint64_t hash = words.size();
        for (std::uint64_t word : words) hash = (hash ^ word) * 0x9e3779b97f4a7c15ull ^ (hash >> 30);
        return static_cast<std::size_t>(hash);
      }
    };
    std::unordered_map<std::vector<std::uint64_t>, std::uint32_t, Hash> ids;
    std::vector<std::uint32_t> next;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> row;  // event, class it leads to
    for (std::uint32_t n = 0; n < automaton_.size(); ++n) {
      std::vector<std::uint64_t> signature = {cls[n]};
      for (bool tracked : {false, true}) {
        row.clear();
        for (const auto& edge : automaton_.edges(n, tracked)) {
          const std::uint64_t event = (std::uint64_t{edge.event.operand} << 5) |
                                      (static_cast<std::uint64_t>(edge.event.kind) << 1) | (edge.event.flag ? 1 : 0);
          row.emplace_back(event, cls[edge.target]);
        }
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end()), row.end());
        signature.push_back(row.size());
        for (const auto& [event, target] : row) {
          signature.push_back(event);
          signature.push_back(target);
        }
      }
      const auto fresh = static_cast<std::uint32_t>(ids.size());
      next.push_back(ids.try_emplace(std::move(signature), fresh).first->second);
    }
    return next;
  }

  void apply(const std::vector<std::uint32_t>& cls, std::uint32_t classes) {
    LocalAutomaton merged;
    merged.configs_ = automaton_.configs_;
    merged.passing_ = automaton_.passing_;
    merged.accesses_ = automaton_.accesses_;
    std::vector<std::uint32_t> leader(classes, UINT32_MAX);
    for (std::uint32_t n = 0; n < automaton_.size(); ++n) {
      if (leader[cls[n]] == UINT32_MAX) leader[cls[n]] = n;
    }
    beginRows(merged.free_);
    beginRows(merged.tracked_);
    for (std::uint32_t c = 0; c < classes; ++c) {
      const std::uint32_t n = leader[c];
      merged.masks_.push_back(automaton_.masks_[n]);
      merged.finished_.push_back(automaton_.finished_[n]);
      merged.pending_.push_back(automaton_.pending_[n]);
      for (bool tracked : {false, true}) {
        LocalAutomaton::Rows& rows = tracked ? merged.tracked_ : merged.free_;
        const std::size_t from = rows.edges.size();
        for (const auto& edge : automaton_.edges(n, tracked)) rows.edges.push_back({edge.event, cls[edge.target]});
        endRow(rows, from);
      }
    }
    EMPIRE_CHECK(cls[0] == LocalAutomaton::kDormant && cls[1] == LocalAutomaton::kInitial, "first nodes keep numbers");
    automaton_ = std::move(merged);
    for (std::uint32_t& node : nodeOf_) {
      if (node != UINT32_MAX) node = cls[node];
    }
  }

  const esl::Module& module_;
  const esl::ProcessId process_;
  const CallFacts calls_;
  const std::shared_ptr<const Relevance> relevance_;
  const Budget& budget_;
  const std::uint64_t bytesBefore_;
  LocalAutomaton automaton_;
  std::unordered_map<std::uint64_t, std::uint32_t> accessIds_;  // place -> index in accesses_
  std::uint64_t pendingCount_ = 0;
  std::vector<ConfigId> nodes_;        // by node
  std::vector<std::uint32_t> nodeOf_;  // by configuration
  std::vector<std::uint32_t> stamps_;  // by configuration: the closure that saw it last
  std::uint32_t stamp_ = 0;
  std::vector<LocalConfigs::Outcome> outcomes_;
  std::uint64_t work_ = 0;
  Exhausted exhausted_ = Exhausted::Nothing;
};

std::uint64_t LocalAutomaton::bytes() const {
  const std::uint64_t masks = masks_.empty() ? 0 : masks_.size() * (sizeof(LockMask) + masks_[0].any.size() * 16);
  return (free_.edges.capacity() + tracked_.edges.capacity()) * sizeof(Edge) +
         (free_.first.capacity() + tracked_.first.capacity() + nodeOfConfig_.capacity()) * sizeof(std::uint32_t) +
         masks + pending_.capacity() * sizeof(pending_[0]);
}

void LocalAutomaton::Path::follow(const Edge& edge, bool tracked, std::vector<esl::Step>& steps) {
  LocalConfigs& configs = *automaton_.configs_;
  if (!at_.valid()) at_ = configs.initial();
  struct Reason {
    ConfigId from;
    std::uint32_t branch;
  };
  std::unordered_map<ConfigId, Reason> reasons = {{at_, {ConfigId{}, 0}}};
  std::vector<ConfigId> queue = {at_};
  std::vector<LocalConfigs::Outcome> outcomes;
  auto stepFrom = [&](ConfigId config, std::uint32_t branch) {
    const auto [function, stmt] = configs.placeOf(config);
    return esl::Step{configs.process(), function, stmt, branch};
  };
  for (std::size_t i = 0; i < queue.size(); ++i) {
    outcomes.clear();
    configs.outcomes(queue[i], tracked, automaton_.passing_, outcomes);
    for (const LocalConfigs::Outcome& outcome : outcomes) {
      if (outcome.event.kind == EventKind::Silent) {
        if (reasons.try_emplace(outcome.target, Reason{queue[i], outcome.branch}).second)
          queue.push_back(outcome.target);
        continue;
      }
      if (outcome.event != edge.event || automaton_.nodeOfConfig_[outcome.target.index()] != edge.target) continue;
      std::vector<esl::Step> path = {stepFrom(queue[i], outcome.branch)};
      for (ConfigId at = queue[i]; reasons[at].from.valid(); at = reasons[at].from) {
        path.push_back(stepFrom(reasons[at].from, reasons[at].branch));
      }
      steps.insert(steps.end(), path.rbegin(), path.rend());
      at_ = outcome.target;
      return;
    }
  }
  EMPIRE_CHECK(false, "merged nodes behave alike, so the edge exists from every configuration of its node");
}

namespace {

// The pending accesses of one kind under one set of locks, in one process.
struct AccessClass {
  std::uint32_t process;
  esl::LocationId location;
  bool write, atomic;
  LockMask mask;
  friend auto operator<=>(const AccessClass&, const AccessClass&) = default;
};

// Main, and what a process that can be started starts.
std::vector<bool> canBeStarted(const esl::Module& module) {
  std::vector<bool> started(module.processes.size());
  std::vector<esl::ProcessId> todo = {module.main()};
  started[module.main().index()] = true;
  while (!todo.empty()) {
    const esl::Process& process = module.process(todo.back());
    todo.pop_back();
    for (const esl::Function& function : process.functions) {
      for (const esl::Stmt& stmt : function.body) {
        if (stmt.op != esl::Op::Start || started[stmt.operand]) continue;
        started[stmt.operand] = true;
        todo.push_back(stmt.process());
      }
    }
  }
  return started;
}

bool canRace(const AccessClass& a, const AccessClass& b) {
  return a.process != b.process && a.location == b.location && (a.write || b.write) && !(a.atomic && b.atomic) &&
         !conflict(a.mask, b.mask);
}

}  // namespace

std::variant<std::vector<LocalAutomaton>, NoAutomaton> buildAutomata(const esl::Module& module,
                                                                     const esl::Question& question,
                                                                     const Budget& budget) {
  const auto relevance = std::make_shared<const Relevance>(module, question);
  const std::vector<bool> started = canBeStarted(module);
  std::vector<CallFacts> calls;
  for (std::size_t p = 0; p < module.processes.size(); ++p) {
    const esl::Process& process = module.processes[p];
    calls.push_back(callFacts(process));
    if (const auto recursive = calls.back().recursive; recursive && started[p]) {
      return NoAutomaton(
          fmt::format("process `{}` is recursive: function `{}` calls itself and contains events, which "
                      "the product engine cannot decide",
                      process.name, process.functions[recursive->index()].name));
    }
  }
  std::vector<LocalAutomatonBuilder> builders;
  std::uint64_t bytes = 0;
  for (std::size_t p = 0; p < module.processes.size(); ++p) {
    builders.emplace_back(module, esl::ProcessId(p), calls[p], relevance, budget, bytes);
    if (!started[p]) {
      builders.back().leaveDormant();
    } else if (auto failed = builders.back().close()) {
      return *failed;
    }
    bytes += builders.back().automaton().bytes();
  }
  std::set<AccessClass> accessClasses;
  for (std::uint32_t p = 0; p < builders.size(); ++p) {
    builders[p].eachPending([&](const PendingAccess& access, const LockMask& mask) {
      accessClasses.insert({p, access.location, access.write, access.atomic, mask});
    });
  }
  std::set<AccessClass> racing;
  for (const AccessClass& a : accessClasses) {
    for (const AccessClass& b : accessClasses) {
      if (canRace(a, b)) {
        racing.insert(a);
        break;
      }
    }
  }
  std::vector<LocalAutomaton> automata;
  for (std::uint32_t p = 0; p < builders.size(); ++p) {
    builders[p].keepPending([&](const PendingAccess& access, const LockMask& mask) {
      return racing.contains({p, access.location, access.write, access.atomic, mask});
    });
    builders[p].merge();
    automata.push_back(std::move(builders[p].automaton()));
  }
  return automata;
}

}  // namespace empire::solver::product
