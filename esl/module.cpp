#include "esl/module.h"

#include <array>

namespace empire::esl {

namespace {

constexpr std::array<std::string_view, kOpCount> kOpNames = {
    "skip",    "goto", "choice",     "call",     "return",     "read",  "write", "update", "lock",    "unlock",
    "trylock", "wait", "unit-begin", "unit-end", "unit-split", "start", "join",  "set",    "require", "claim",
};

}  // namespace

std::string_view nameOf(Op op) { return kOpNames[static_cast<std::size_t>(op)]; }

ProcessId Module::main() const {
  for (std::size_t i = 0; i < processes.size(); ++i) {
    if (processes[i].name == "main") return ProcessId(i);
  }
  return {};
}

Position Module::position(const SourceLoc& loc) const {
  return {loc.file.valid() ? files[loc.file] : std::string(), loc.line, loc.column};
}

std::size_t statementCount(const Module& module) {
  std::size_t count = 0;
  for (const Process& process : module.processes) {
    for (const Function& function : process.functions) count += function.body.size();
  }
  return count;
}

}  // namespace empire::esl
