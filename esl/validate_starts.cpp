#include <string>
#include <utility>
#include <vector>

#include "esl/validate_report.h"
#include "support/cycles.h"

namespace empire::esl {

namespace {

struct Site {
  std::size_t process = 0;
  std::size_t function = 0;
  std::size_t stmt = 0;
};

// Which statements of a process can execute more than once, and which functions are called at all.
// A process runs at most once, so its entry does too unless it is called.
class Repetition {
 public:
  explicit Repetition(const Process& process);
  bool isCalled(std::size_t function) const { return called_[function]; }
  bool canRepeat(std::size_t function, std::size_t stmt) const {
    return repeats_[function] || inLoop_[firstOf_[function] + stmt];
  }

 private:
  void findLoops(const Process& process);
  void followCalls(const Process& process);

  std::vector<std::size_t> firstOf_;  // statements are numbered through
  std::vector<bool> inLoop_;          // by statement
  std::vector<bool> called_;          // by function, from the entry
  std::vector<bool> repeats_;         // by function
};

Repetition::Repetition(const Process& process) : called_(process.functions.size()), repeats_(process.functions.size()) {
  findLoops(process);
  followCalls(process);
}

void Repetition::findLoops(const Process& process) {
  Graph graph;
  for (const Function& function : process.functions) {
    const auto first = static_cast<std::uint32_t>(graph.size());
    firstOf_.push_back(first);
    for (const Stmt& stmt : function.body) {
      for (std::uint32_t target : function.targetsOf(stmt)) graph.next.push_back(first + target);
      if (stmt.op != Op::Return && stmt.op != Op::Goto && stmt.op != Op::Choice) {
        graph.next.push_back(static_cast<std::uint32_t>(graph.size() + 1));
      }
      graph.endNode();
    }
  }
  inLoop_ = onCycle(graph);
}

void Repetition::followCalls(const Process& process) {
  std::vector<std::uint32_t> work = {process.entry.raw};
  std::vector<std::uint32_t> calls(process.functions.size());
  called_[process.entry.index()] = true;
  calls[process.entry.index()] = 1;  // by its start
  std::vector<std::uint32_t> repeating;
  const auto repeat = [&](std::uint32_t function) {
    if (repeats_[function]) return;
    repeats_[function] = true;
    repeating.push_back(function);
  };
  while (!work.empty()) {
    const std::uint32_t f = work.back();
    work.pop_back();
    const std::vector<Stmt>& body = process.functions[f].body;
    for (std::size_t s = 0; s < body.size(); ++s) {
      if (body[s].op != Op::Call) continue;
      const std::uint32_t callee = body[s].operand;
      if (!called_[callee]) work.push_back(callee);
      called_[callee] = true;
      if (++calls[callee] > 1 || inLoop_[firstOf_[f] + s]) repeat(callee);
    }
  }
  while (!repeating.empty()) {
    const std::uint32_t f = repeating.back();
    repeating.pop_back();
    for (const Stmt& stmt : process.functions[f].body) {
      if (stmt.op == Op::Call) repeat(stmt.operand);
    }
  }
}

class Starts {
 public:
  Starts(const Module& module, Findings& findings)
      : module_(module),
        findings_(findings),
        startedAt_(module.processes.size()),
        requiredAt_(module.flags.size()),
        required_(module.flags.size()),
        set_(module.flags.size()),
        started_(module.processes.size()) {}
  void run();

 private:
  void process(std::size_t p);
  void start(Site site, std::size_t target, bool canRepeat);
  void warn(Site site, std::string message) {
    findings_.stmt(Severity::Warning, site.process, site.function, site.stmt, std::move(message));
  }

  const Module& module_;
  Findings& findings_;
  std::vector<Site> startedAt_;   // by process: the first start
  std::vector<Site> requiredAt_;  // by flag: the first require
  std::vector<bool> required_, set_;
  std::vector<bool> started_;
};

void Starts::run() {
  for (std::size_t p = 0; p < module_.processes.size(); ++p) process(p);
  for (std::size_t p = 0; p < module_.processes.size(); ++p) {
    if (started_[p] || ProcessId(p) == module_.main()) continue;
    findings_.process(Severity::Warning, p, "process " + shown(module_.processes[p].name) + " is never started");
  }
  for (std::size_t b = 0; b < module_.flags.size(); ++b) {
    if (!required_[b] || set_[b]) continue;
    warn(requiredAt_[b], "flag " + shown(module_.flags[b].name) + " is never set, so this waits for ever");
  }
}

void Starts::process(std::size_t p) {
  const Process& process = module_.processes[p];
  const Repetition repetition(process);
  for (std::size_t f = 0; f < process.functions.size(); ++f) {
    if (!repetition.isCalled(f)) {
      findings_.function(Severity::Warning, p, f, "function " + shown(process.functions[f].name) + " is never called");
    }
    const std::vector<Stmt>& body = process.functions[f].body;
    for (std::size_t s = 0; s < body.size(); ++s) {
      const Site site{p, f, s};
      const std::uint32_t operand = body[s].operand;
      if (body[s].op == Op::Start) {
        start(site, operand, repetition.canRepeat(f, s));
      } else if (body[s].op == Op::Join && operand == p) {
        warn(site, "process " + shown(process.name) + " joins itself, and so waits for ever");
      } else if (body[s].op == Op::Set) {
        set_[operand] = true;
      } else if (body[s].op == Op::Require && !required_[operand]) {
        required_[operand] = true;
        requiredAt_[operand] = site;
      }
    }
  }
}

void Starts::start(Site site, std::size_t target, bool canRepeat) {
  const std::string name = "process " + shown(module_.processes[target].name);
  const bool again = started_[target];
  started_[target] = true;
  if (ProcessId(target) == module_.main()) {
    warn(site, name + " runs from the beginning: this start has no effect");
  } else if (target == site.process) {
    warn(site, name + " starts itself, which has no effect");
  } else if (again) {
    const Site& first = startedAt_[target];
    const Function& function = module_.processes[first.process].functions[first.function];
    const Position where = module_.position(function.body[first.stmt].loc);
    warn(site, name + " may have been started already" +
                   (where.file.empty() ? std::string()
                                       : ", at " + where.file + ":" + std::to_string(where.line) +
                                             (where.column == 0 ? "" : ":" + std::to_string(where.column))) +
                   ": only the first start has an effect");
  } else if (canRepeat) {
    warn(site, name + " may have been started already by this statement, which can run again: only the first start " +
                   "has an effect");
  }
  if (!again) startedAt_[target] = site;
}

}  // namespace

void checkStarts(const Module& module, Findings& findings) { Starts(module, findings).run(); }

}  // namespace empire::esl
