#include <tsl/robin_map.h>

#include <string>
#include <string_view>

#include "esl/validate_report.h"

namespace empire::esl {

namespace {

std::string number(std::size_t n) { return std::to_string(n); }

class Structure {
 public:
  Structure(const Module& module, Findings& findings) : module_(module), findings_(findings) {}
  void run();

 private:
  template <class Declarations>
  void declarations(const Declarations& all, std::string_view kind);
  void process(std::size_t p);
  void function(std::size_t p, std::size_t f);
  void stmt(std::size_t s);
  void operand(const Stmt& stmt, std::size_t s);
  void targets(const Stmt& stmt, std::size_t s);
  void marks(const Stmt& stmt, std::size_t s);
  void error(std::size_t s, std::string message) {
    findings_.stmt(Severity::Error, process_, function_, s, std::move(message));
  }
  bool hasFile(const SourceLoc& loc) const { return !loc.file.valid() || loc.file.index() < module_.files.size(); }

  const Module& module_;
  Findings& findings_;
  std::size_t process_ = 0;   // of the statement at hand
  std::size_t function_ = 0;  // likewise
};

std::string twice(std::string_view kind, std::string_view name) {
  return "there is already a " + std::string(kind) + " named " + shown(name) + ": rename one of them";
}

std::string noFile(std::string_view kind, std::string_view name) {
  return std::string(kind) + " " + shown(name) + " has a place in a file that is not in the module's list of files";
}

template <class Declarations>
void Structure::declarations(const Declarations& all, std::string_view kind) {
  tsl::robin_map<std::string_view, bool> seen;
  for (const auto& declared : all) {
    if (!seen.try_emplace(declared.name, true).second) {
      findings_.declaration(Severity::Error, declared.loc, twice(kind, declared.name));
    }
    if (!hasFile(declared.loc)) findings_.declaration(Severity::Error, declared.loc, noFile(kind, declared.name));
  }
}

void Structure::run() {
  if (module_.processes.empty()) {
    findings_.module(Severity::Error,
                     "the module has no process: it needs one named `main`, such as "
                     "`process main { function main { return } }`");
  } else if (!module_.main().valid()) {
    findings_.module(Severity::Error,
                     "no process is named `main`: give that name to the process that runs at the beginning");
  }
  declarations(module_.locations, "location");
  declarations(module_.locks, "lock");
  declarations(module_.flags, "flag");
  tsl::robin_map<std::string_view, bool> seen;
  for (std::size_t p = 0; p < module_.processes.size(); ++p) {
    const std::string& name = module_.processes[p].name;
    if (!seen.try_emplace(name, true).second) findings_.process(Severity::Error, p, twice("process", name));
    process(p);
  }
}

void Structure::process(std::size_t p) {
  const Process& process = module_.processes[p];
  if (!hasFile(process.loc)) findings_.process(Severity::Error, p, noFile("process", process.name));
  if (process.functions.empty()) {
    findings_.process(Severity::Error, p,
                      "process " + shown(process.name) + " has no function: write at least `function NAME { return }`");
  } else if (process.entry.raw >= process.functions.size()) {
    findings_.process(Severity::Error, p, "the entry of process " + shown(process.name) + " is none of its functions");
  }
  tsl::robin_map<std::string_view, bool> seen;
  for (std::size_t f = 0; f < process.functions.size(); ++f) {
    const std::string& name = process.functions[f].name;
    if (!seen.try_emplace(name, true).second) findings_.function(Severity::Error, p, f, twice("function", name));
    function(p, f);
  }
}

void Structure::function(std::size_t p, std::size_t f) {
  const Function& function = module_.processes[p].functions[f];
  process_ = p;
  function_ = f;
  if (!hasFile(function.loc)) findings_.function(Severity::Error, p, f, noFile("function", function.name));
  if (function.body.empty()) {
    findings_.function(Severity::Error, p, f,
                       "function " + shown(function.name) + " is empty: write at least `return`");
    return;
  }
  for (std::size_t s = 0; s < function.body.size(); ++s) stmt(s);
  const Op last = function.body.back().op;
  if (last != Op::Return && last != Op::Goto && last != Op::Choice) {
    error(function.body.size() - 1, "control falls off the end of function " + shown(function.name) +
                                        ": end it with `return`, `goto` or `choice`");
  }
}

void Structure::stmt(std::size_t s) {
  const Stmt& stmt = module_.processes[process_].functions[function_].body[s];
  operand(stmt, s);
  targets(stmt, s);
  marks(stmt, s);
  if (!hasFile(stmt.loc)) error(s, "the statement has a place in a file that is not in the module's list of files");
  if (stmt.text.valid() && stmt.text.index() >= module_.texts.size()) {
    error(s, "the statement's text is not in the module's list of texts");
  }
}

void Structure::operand(const Stmt& stmt, std::size_t s) {
  const auto inRange = [&](std::size_t count, std::string_view kind) {
    if (stmt.operand < count) return;
    error(s, "`" + std::string(nameOf(stmt.op)) + "` refers to " + std::string(kind) + " number " +
                 number(stmt.operand) + ", but there are " + number(count));
  };
  switch (stmt.op) {
    case Op::Skip:
    case Op::Goto:
    case Op::Choice:
    case Op::Return:
    case Op::UnitBegin:
    case Op::UnitEnd:
    case Op::UnitSplit: return;
    case Op::Call: return inRange(module_.processes[process_].functions.size(), "function");
    case Op::Read:
    case Op::Write:
    case Op::Update: return inRange(module_.locations.size(), "location");
    case Op::Lock:
    case Op::Unlock:
    case Op::TryLock:
    case Op::Wait: return inRange(module_.locks.size(), "lock");
    case Op::Start:
    case Op::Join: return inRange(module_.processes.size(), "process");
    case Op::Set:
    case Op::Require:
    case Op::Claim: return inRange(module_.flags.size(), "flag");
  }
}

void Structure::targets(const Stmt& stmt, std::size_t s) {
  const Function& function = module_.processes[process_].functions[function_];
  const std::string op = "`" + std::string(nameOf(stmt.op)) + "`";
  if (std::uint64_t{stmt.firstTarget} + stmt.targetCount > function.targets.size()) {
    return error(s, "the targets of " + op + " are not in the function's list of targets");
  }
  if (stmt.op == Op::Choice && stmt.targetCount == 0) {
    error(s, "`choice` has no target: write `choice LABEL, LABEL`");
  } else if ((stmt.op == Op::Goto || stmt.op == Op::TryLock) && stmt.targetCount != 1) {
    error(s, op + " has " + number(stmt.targetCount) + " targets instead of one");
  } else if (stmt.op != Op::Choice && stmt.op != Op::Goto && stmt.op != Op::TryLock && stmt.targetCount != 0) {
    error(s, op + " cannot have targets");
  }
  for (std::uint32_t target : function.targetsOf(stmt)) {
    if (target < function.body.size()) continue;
    error(s, op + " jumps to statement number " + number(target) + ", but function " + shown(function.name) + " has " +
                 number(function.body.size()));
  }
}

void Structure::marks(const Stmt& stmt, std::size_t s) {
  const std::string op = "`" + std::string(nameOf(stmt.op)) + "`";
  const bool onLock = stmt.op == Op::Lock || stmt.op == Op::Unlock || stmt.op == Op::TryLock || stmt.op == Op::Wait;
  if (stmt.shared && !onLock) error(s, op + " cannot be `shared`");
  if (stmt.atomic && stmt.op != Op::Read && stmt.op != Op::Write) error(s, op + " cannot be `atomic`");
  if (stmt.may && !isAccess(stmt.op)) error(s, op + " cannot be marked `may`");
  if (!stmt.shared || !onLock || stmt.operand >= module_.locks.size()) return;
  const Lock& lock = module_.locks[stmt.operand];
  if (!lock.shared) error(s, "lock " + shown(lock.name) + " is not declared `shared`");
}

}  // namespace

void checkStructure(const Module& module, Findings& findings) { Structure(module, findings).run(); }

}  // namespace empire::esl
