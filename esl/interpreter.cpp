// The reference meaning of ESL, in two plain steps.
//
// 1. explore: breadth-first over configurations. A configuration is exactly what docs/esl.md says it is; successors()
// is
//    a transcription of its table, one case per statement.
// 2. search: for one order of accesses, one pair of processes and one choice of locations, breadth-first over
//    (configuration, number of accesses seen so far). An access that fits may be taken or passed over; a step that ends
//    the unit of a process between its first and its last access of the scenario is not followed.
//
// Nothing is reduced, merged or remembered between searches. Cost: O(configurations * accesses) per choice.

#include "esl/interpreter.h"

#include <algorithm>
#include <deque>
#include <set>
#include <unordered_map>

namespace empire::esl {

namespace {

enum class Status : std::uint8_t { Dormant, Running, Finished };

struct Frame {
  FunctionId function;
  std::uint32_t stmt = 0;
};

struct Hold {
  std::uint32_t levels = 0;
  bool shared = false;  // the mode of the first level
};

struct ProcessState {
  Status status = Status::Dormant;
  bool waiting = false;  // between the two steps of `wait`
  std::uint32_t units = 0;
  std::vector<Frame> stack;  // the last one is active
  std::vector<Hold> holds;   // by lock
};

struct Config {
  std::vector<ProcessState> processes;
  std::vector<bool> set;
  std::vector<bool> claimed;
};

struct Edge {
  Step step;
  std::uint32_t target = 0;
  bool inUnit = false;    // the process was in a unit before the step
  bool endsUnit = false;  // the step ended its outermost unit
};

struct Graph {
  std::vector<std::vector<Edge>> edges;  // by configuration; 0 is the initial one
  std::set<Race> races;
  bool complete = true;
};

using Key = std::vector<std::uint32_t>;

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t hash = 0x9e3779b97f4a7c15ull;
    for (std::uint32_t word : key) hash = (hash ^ word) * 0xff51afd7ed558ccdull ^ (hash >> 29);
    return static_cast<std::size_t>(hash);
  }
};

Key encode(const Config& config) {
  Key key;
  for (const ProcessState& process : config.processes) {
    key.push_back(static_cast<std::uint32_t>(process.status) + (process.waiting ? 4 : 0));
    key.push_back(process.units);
    for (const Hold& hold : process.holds) key.push_back(hold.levels * 2 + (hold.shared ? 1 : 0));
    key.push_back(static_cast<std::uint32_t>(process.stack.size()));
    for (const Frame& frame : process.stack) {
      key.push_back(frame.function.raw);
      key.push_back(frame.stmt);
    }
  }
  for (std::size_t b = 0; b < config.set.size(); ++b) {
    key.push_back((config.set[b] ? 1u : 0u) + (config.claimed[b] ? 2u : 0u));
  }
  return key;
}

class Explorer {
 public:
  Explorer(const Module& module, const InterpreterBounds& bounds) : module_(module), bounds_(bounds) {}

  Graph explore() {
    add(initial());
    for (std::uint32_t at = 0; at < configs_.size(); ++at) {
      graph_.edges.emplace_back();
      if (bounds_.cancelled != nullptr && *bounds_.cancelled) {
        graph_.complete = false;
        continue;
      }
      noteRaces(configs_[at]);
      for (std::size_t p = 0; p < module_.processes.size(); ++p) {
        at_ = at;
        executeNext(ProcessId(p));
      }
    }
    return std::move(graph_);
  }

 private:
  Config initial() const {
    Config config;
    config.processes.resize(module_.processes.size());
    for (ProcessState& process : config.processes) process.holds.resize(module_.locks.size());
    config.set.resize(module_.flags.size());
    config.claimed.resize(module_.flags.size());
    run(config, module_.main());
    return config;
  }

  void run(Config& config, ProcessId p) const {
    ProcessState& process = config.processes[p.index()];
    process.status = Status::Running;
    process.stack = {{module_.process(p).entry, 0}};
  }

  // The number of `config`; UINT32_MAX if the bound on configurations forbids a new one.
  std::uint32_t add(Config config) {
    Key key = encode(config);
    if (auto found = ids_.find(key); found != ids_.end()) return found->second;
    if (configs_.size() >= bounds_.states) {
      graph_.complete = false;
      return UINT32_MAX;
    }
    const auto id = static_cast<std::uint32_t>(configs_.size());
    ids_.emplace(std::move(key), id);
    configs_.push_back(std::move(config));
    return id;
  }

  const Stmt* nextOf(const Config& config, ProcessId p) const {
    const ProcessState& process = config.processes[p.index()];
    if (process.status != Status::Running) return nullptr;
    const Frame& frame = process.stack.back();
    return &module_.stmt(p, frame.function, frame.stmt);
  }

  void noteRaces(const Config& config) {
    for (std::size_t p = 0; p < module_.processes.size(); ++p) {
      const Stmt* a = nextOf(config, ProcessId(p));
      if (a == nullptr || !isAccess(a->op)) continue;
      for (std::size_t q = p + 1; q < module_.processes.size(); ++q) {
        const Stmt* b = nextOf(config, ProcessId(q));
        if (b == nullptr || !isAccess(b->op) || a->operand != b->operand) continue;
        if (!writes(a->op) && !writes(b->op)) continue;
        const bool atomicA = a->atomic || a->op == Op::Update;
        const bool atomicB = b->atomic || b->op == Op::Update;
        if (atomicA && atomicB) continue;
        graph_.races.insert({a->location(), accessOf(config, ProcessId(p)), accessOf(config, ProcessId(q))});
      }
    }
  }

  Race::Access accessOf(const Config& config, ProcessId p) const {
    const Frame& frame = config.processes[p.index()].stack.back();
    return {p, frame.function, frame.stmt};
  }

  bool heldByOther(const Config& config, ProcessId p, LockId lock, bool onlyExclusive) const {
    for (std::size_t q = 0; q < config.processes.size(); ++q) {
      const Hold& hold = config.processes[q].holds[lock.index()];
      if (q != p.index() && hold.levels > 0 && !(onlyExclusive && hold.shared)) return true;
    }
    return false;
  }

  // Takes one level of `lock` if that is possible now.
  bool take(Config& config, ProcessId p, LockId lock, bool shared) {
    if (heldByOther(config, p, lock, shared)) return false;
    Hold& hold = config.processes[p.index()].holds[lock.index()];
    if (hold.levels == 0) {
      hold = {1, shared};
      return true;
    }
    if (!module_.locks[lock.index()].reentrant) return false;
    if (hold.shared && !shared) return false;  // no upgrade
    if (hold.levels >= bounds_.depth) {
      graph_.complete = false;
      return false;
    }
    ++hold.levels;
    return true;
  }

  static bool giveBack(Config& config, ProcessId p, LockId lock) {
    Hold& hold = config.processes[p.index()].holds[lock.index()];
    if (hold.levels == 0) return false;
    if (--hold.levels == 0) hold.shared = false;
    return true;
  }

  void executeNext(ProcessId p) {
    const ProcessState& process = configs_[at_].processes[p.index()];
    if (process.status != Status::Running) return;
    const Frame frame = process.stack.back();
    const Function& function = module_.function(p, frame.function);
    const Stmt& stmt = function.body[frame.stmt];
    switch (stmt.op) {
      case Op::Goto:
      case Op::Choice: {
        const auto targets = function.targetsOf(stmt);
        for (std::uint32_t i = 0; i < targets.size(); ++i) {
          Config next = configs_[at_];
          next.processes[p.index()].stack.back().stmt = targets[i];
          finish(p, frame, i, std::move(next));
        }
        return;
      }
      case Op::TryLock: {
        Config taken = configs_[at_];
        taken.processes[p.index()].stack.back().stmt++;
        if (take(taken, p, stmt.lock(), stmt.shared)) finish(p, frame, 0, std::move(taken));
        Config failed = configs_[at_];
        failed.processes[p.index()].stack.back().stmt = function.targetsOf(stmt)[0];
        finish(p, frame, 1, std::move(failed));
        return;
      }
      default: {
        Config next = configs_[at_];
        const std::uint32_t branch = process.waiting ? 1 : 0;
        if (execute(next, p, stmt)) finish(p, frame, branch, std::move(next));
        return;
      }
    }
  }

  // Executes a statement with one outcome on `next`, control included. Returns false if it cannot execute.
  bool execute(Config& next, ProcessId p, const Stmt& stmt) {
    ProcessState& process = next.processes[p.index()];
    Frame& frame = process.stack.back();
    switch (stmt.op) {
      case Op::Call:
        if (process.stack.size() >= bounds_.stack) {
          graph_.complete = false;
          return false;
        }
        ++frame.stmt;
        process.stack.push_back({stmt.callee(), 0});
        return true;
      case Op::Return:
        process.stack.pop_back();
        if (process.stack.empty()) process.status = Status::Finished;
        return true;
      case Op::Wait:
        if (!process.waiting) {
          process.waiting = true;
          return giveBack(next, p, stmt.lock());
        }
        process.waiting = false;
        ++frame.stmt;
        return take(next, p, stmt.lock(), stmt.shared);
      default: ++frame.stmt; return effect(next, p, stmt);
    }
  }

  // The effect of a statement after which control goes to the next one.
  bool effect(Config& next, ProcessId p, const Stmt& stmt) {
    ProcessState& process = next.processes[p.index()];
    switch (stmt.op) {
      case Op::Lock: return take(next, p, stmt.lock(), stmt.shared);
      case Op::Unlock: return giveBack(next, p, stmt.lock());
      case Op::UnitBegin:
        if (process.units >= bounds_.depth) {
          graph_.complete = false;
          return false;
        }
        ++process.units;
        return true;
      case Op::UnitEnd:
        if (process.units == 0) return false;
        --process.units;
        return true;
      case Op::Start:
        if (next.processes[stmt.process().index()].status == Status::Dormant) run(next, stmt.process());
        return true;
      case Op::Join: return next.processes[stmt.process().index()].status == Status::Finished;
      case Op::Set: next.set[stmt.flag().index()] = true; return true;
      case Op::Require: return next.set[stmt.flag().index()];
      case Op::Claim:
        if (next.claimed[stmt.flag().index()]) return false;
        next.claimed[stmt.flag().index()] = true;
        return true;
      default: return true;  // skip, accesses, unit-split
    }
  }

  void finish(ProcessId p, const Frame& frame, std::uint32_t branch, Config next) {
    const std::uint32_t unitsBefore = configs_[at_].processes[p.index()].units;
    const Op op = module_.stmt(p, frame.function, frame.stmt).op;
    const std::uint32_t target = add(std::move(next));
    if (target == UINT32_MAX) return;
    Edge edge;
    edge.step = {p, frame.function, frame.stmt, branch};
    edge.target = target;
    edge.inUnit = unitsBefore > 0;
    edge.endsUnit = (op == Op::UnitEnd && unitsBefore == 1) || (op == Op::UnitSplit && unitsBefore > 0);
    graph_.edges[at_].push_back(edge);
  }

  const Module& module_;
  const InterpreterBounds& bounds_;
  Graph graph_;
  std::deque<Config> configs_;
  std::unordered_map<Key, std::uint32_t, KeyHash> ids_;
  std::uint32_t at_ = 0;
};

// One way to fill in a pattern.
struct Instance {
  const Pattern* pattern;
  ProcessId first, second;
  LocationId l1, l2;

  ProcessId processOf(const Role& role) const { return role.primed ? second : first; }
  LocationId locationOf(const Role& role) const { return role.second ? l2 : l1; }
};

class Searcher {
 public:
  Searcher(const Module& module, const Graph& graph, const std::atomic<bool>* cancelled)
      : module_(module), graph_(graph), cancelled_(cancelled) {
    for (const auto& edges : graph.edges) {
      for (const Edge& edge : edges) {
        const Stmt& stmt = stmtOf(edge);
        if (!edge.inUnit || !isAccess(stmt.op)) continue;
        if (reads(stmt.op)) present_.insert({edge.step.process, stmt.location(), false});
        if (writes(stmt.op)) present_.insert({edge.step.process, stmt.location(), true});
      }
    }
  }

  // The shortest execution that shows `instance`, if there is one shorter than `limit` steps.
  std::optional<Witness> search(const Instance& instance, std::size_t limit) {
    const std::vector<Role>& roles = instance.pattern->roles;
    for (const Role& role : roles) {
      if (!present_.contains({instance.processOf(role), instance.locationOf(role), role.write})) return std::nullopt;
    }
    const std::size_t configs = graph_.edges.size();
    reached_.assign(configs * (roles.size() + 1), {});
    std::vector<std::size_t> frontier = {0};
    reached_[0].seen = true;
    for (std::size_t length = 1; length < limit && !frontier.empty(); ++length) {
      if (cancelled_ != nullptr && *cancelled_) return std::nullopt;
      std::vector<std::size_t> next;
      for (std::size_t node : frontier) {
        const std::size_t seen = node / configs;
        for (const Edge& edge : graph_.edges[node % configs]) {
          if (endsMatch(instance, seen, edge)) continue;
          visit(seen * configs + edge.target, node, edge, next);
          if (!plays(instance, roles[seen], edge)) continue;
          const std::size_t taken = (seen + 1) * configs + edge.target;
          visit(taken, node, edge, next);
          if (seen + 1 == roles.size()) return witness(instance, taken);
        }
      }
      frontier = std::move(next);
    }
    return std::nullopt;
  }

 private:
  struct Reached {
    bool seen = false;
    std::size_t from = 0;
    const Edge* by = nullptr;
  };

  const Stmt& stmtOf(const Edge& edge) const {
    return module_.stmt(edge.step.process, edge.step.function, edge.step.stmt);
  }

  void visit(std::size_t node, std::size_t from, const Edge& edge, std::vector<std::size_t>& next) {
    if (reached_[node].seen) return;
    reached_[node] = {true, from, &edge};
    next.push_back(node);
  }

  bool plays(const Instance& instance, const Role& role, const Edge& edge) const {
    const Stmt& stmt = stmtOf(edge);
    return edge.inUnit && isAccess(stmt.op) && edge.step.process == instance.processOf(role) &&
           stmt.location() == instance.locationOf(role) && (role.write ? writes(stmt.op) : reads(stmt.op));
  }

  // Does the edge end a unit that has played a role and has another one to play?
  static bool endsMatch(const Instance& instance, std::size_t seen, const Edge& edge) {
    if (!edge.endsUnit) return false;
    const std::vector<Role>& roles = instance.pattern->roles;
    bool before = false, after = false;
    for (std::size_t i = 0; i < roles.size(); ++i) {
      if (instance.processOf(roles[i]) == edge.step.process) (i < seen ? before : after) = true;
    }
    return before && after;
  }

  Witness witness(const Instance& instance, std::size_t node) const {
    const std::size_t configs = graph_.edges.size();
    Witness result{*instance.pattern, instance.first, instance.second, instance.l1, instance.l2, {}, {}};
    for (std::size_t at = node; reached_[at].by != nullptr; at = reached_[at].from) {
      result.steps.push_back(reached_[at].by->step);
      if (at / configs != reached_[at].from / configs) {
        result.accesses.push_back(static_cast<std::uint32_t>(result.steps.size()));
      }
    }
    std::reverse(result.steps.begin(), result.steps.end());
    std::reverse(result.accesses.begin(), result.accesses.end());
    for (std::uint32_t& access : result.accesses) access = static_cast<std::uint32_t>(result.steps.size()) - access;
    return result;
  }

  struct Presence {
    ProcessId process;
    LocationId location;
    bool write;
    friend auto operator<=>(const Presence&, const Presence&) = default;
  };

  const Module& module_;
  const Graph& graph_;
  const std::atomic<bool>* cancelled_;
  std::set<Presence> present_;  // which accesses some execution makes inside a unit
  std::vector<Reached> reached_;
};

std::vector<Instance> instancesOf(const Module& module, const Question& question, const Pattern& pattern) {
  std::vector<Instance> instances;
  auto eachLocation = [&](auto&& use) {
    for (std::size_t l = 0; l < module.locations.size(); ++l) {
      if (asksAbout(question, LocationId(l))) use(LocationId(l));
    }
  };
  for (std::size_t p = 0; p < module.processes.size(); ++p) {
    for (std::size_t q = 0; q < module.processes.size(); ++q) {
      if (p == q || !asksAbout(question, ProcessId(p)) || !asksAbout(question, ProcessId(q))) continue;
      eachLocation([&](LocationId l1) {
        if (!pattern.twoLocations) {
          instances.push_back({&pattern, ProcessId(p), ProcessId(q), l1, {}});
          return;
        }
        eachLocation([&](LocationId l2) {
          if (l1 != l2) instances.push_back({&pattern, ProcessId(p), ProcessId(q), l1, l2});
        });
      });
    }
  }
  return instances;
}

}  // namespace

Interpretation interpret(const Module& module, const Question& question, const InterpreterBounds& bounds) {
  const Graph graph = Explorer(module, bounds).explore();
  Interpretation result;
  result.complete = graph.complete;
  result.races.assign(graph.races.begin(), graph.races.end());
  result.states = graph.edges.size();
  Searcher searcher(module, graph, bounds.cancelled);
  for (int scenario : question.scenarios) {
    std::optional<Witness> best;
    for (const Pattern& pattern : patternsOf(scenario)) {
      for (const Instance& instance : instancesOf(module, question, pattern)) {
        std::optional<Witness> found = searcher.search(instance, best ? best->steps.size() : SIZE_MAX);
        if (found) best = std::move(found);
      }
    }
    result.witnesses.push_back(std::move(best));
  }
  if (bounds.cancelled != nullptr && *bounds.cancelled) result.complete = false;
  return result;
}

}  // namespace empire::esl
