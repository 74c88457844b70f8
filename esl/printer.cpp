#include "esl/printer.h"

#include <utility>
#include <vector>

#include "esl/words.h"
#include "support/lexer.h"

namespace empire::esl {

namespace {

class Printer {
 public:
  explicit Printer(const Module& module) : module_(module) {}

  void declarations();
  void process(const Process& process);
  void statement(const Process& process, const Function& function, const Stmt& stmt);
  std::string take() { return std::move(out_); }

 private:
  void function(const Process& process, const Function& function);
  void operand(const Process& process, const Stmt& stmt);
  void name(const std::string& name);
  void position(const SourceLoc& loc);
  void targets(const Function& function, const Stmt& stmt);

  const Module& module_;
  std::string out_;
  std::vector<bool> isTarget_;
  std::vector<std::string> quotedFiles_;  // by file; made when first needed
};

void Printer::name(const std::string& name) {
  out_ += ' ';
  out_ += quoted(name, keywords());
}

void Printer::position(const SourceLoc& loc) {
  if (!loc.file.valid()) return;
  quotedFiles_.resize(module_.files.size());
  std::string& file = quotedFiles_[loc.file.index()];
  if (file.empty()) file = quotedAlways(module_.files[loc.file]);
  out_ += " @";
  out_ += file;
  out_ += ':';
  out_ += std::to_string(loc.line);
  if (loc.column == 0) return;
  out_ += ':';
  out_ += std::to_string(loc.column);
}

void Printer::declarations() {
  for (const Location& location : module_.locations) {
    out_ += "location";
    name(location.name);
    position(location.loc);
    out_ += '\n';
  }
  for (const Lock& lock : module_.locks) {
    out_ += "lock";
    name(lock.name);
    if (lock.shared) out_ += " shared";
    if (lock.reentrant) out_ += " reentrant";
    position(lock.loc);
    out_ += '\n';
  }
  for (const Flag& flag : module_.flags) {
    out_ += "flag";
    name(flag.name);
    position(flag.loc);
    out_ += '\n';
  }
}

void Printer::process(const Process& process) {
  if (!out_.empty()) out_ += '\n';
  out_ += "process";
  name(process.name);
  if (process.entry.valid() && process.entry.index() != 0) {
    out_ += " entry";
    name(process.functions[process.entry.index()].name);
  }
  position(process.loc);
  out_ += " {\n";
  for (const Function& f : process.functions) function(process, f);
  out_ += "}\n";
}

void Printer::function(const Process& process, const Function& function) {
  out_ += "  function";
  name(function.name);
  position(function.loc);
  out_ += " {\n";
  isTarget_.assign(function.body.size(), false);
  for (const Stmt& stmt : function.body) {
    for (std::uint32_t target : function.targetsOf(stmt)) isTarget_[target] = true;
  }
  for (std::size_t i = 0; i < function.body.size(); ++i) {
    const Stmt& stmt = function.body[i];
    out_ += "    ";
    if (isTarget_[i]) {
      out_ += 'L';
      out_ += std::to_string(i);
      out_ += ": ";
    }
    statement(process, function, stmt);
    if (stmt.text.valid()) {
      out_ += ' ';
      out_ += quotedAlways(module_.texts[stmt.text]);
    }
    position(stmt.loc);
    out_ += '\n';
  }
  out_ += "  }\n";
}

void Printer::statement(const Process& process, const Function& function, const Stmt& stmt) {
  out_ += nameOf(stmt.op);
  operand(process, stmt);
  if (stmt.shared) out_ += " shared";
  if (stmt.atomic) out_ += " atomic";
  if (stmt.may) out_ += " may";
  if (stmt.op == Op::TryLock) out_ += " else";
  targets(function, stmt);
}

void Printer::operand(const Process& process, const Stmt& stmt) {
  switch (stmt.op) {
    case Op::Skip:
    case Op::Goto:
    case Op::Choice:
    case Op::Return:
    case Op::UnitBegin:
    case Op::UnitEnd:
    case Op::UnitSplit: return;
    case Op::Call: return name(process.functions[stmt.operand].name);
    case Op::Read:
    case Op::Write:
    case Op::Update: return name(module_.locations[stmt.operand].name);
    case Op::Lock:
    case Op::Unlock:
    case Op::TryLock:
    case Op::Wait: return name(module_.locks[stmt.operand].name);
    case Op::Start:
    case Op::Join: return name(module_.processes[stmt.operand].name);
    case Op::Set:
    case Op::Require:
    case Op::Claim: return name(module_.flags[stmt.operand].name);
  }
}

void Printer::targets(const Function& function, const Stmt& stmt) {
  const char* separator = " L";
  for (std::uint32_t target : function.targetsOf(stmt)) {
    out_ += separator;
    out_ += std::to_string(target);
    separator = ", L";
  }
}

}  // namespace

std::string print(const Module& module) {
  Printer printer(module);
  printer.declarations();
  for (const Process& process : module.processes) printer.process(process);
  return printer.take();
}

std::string describe(const Module& module, ProcessId process, const Function& function, const Stmt& stmt) {
  Printer printer(module);
  printer.statement(module.process(process), function, stmt);
  return printer.take();
}

}  // namespace empire::esl
