#include "esl/builder.h"

#include <utility>

#include "support/check.h"

namespace empire::esl {

std::uint32_t FunctionBuilder::add(Stmt stmt) {
  function_.body.push_back(stmt);
  return size() - 1;
}

std::uint32_t FunctionBuilder::add(Op op, std::uint32_t operand) {
  Stmt stmt;
  stmt.op = op;
  stmt.operand = operand;
  return add(stmt);
}

FunctionBuilder::Label FunctionBuilder::newLabel() {
  placed_.push_back(UINT32_MAX);
  return Label(placed_.size() - 1);
}

void FunctionBuilder::place(Label label) { placed_[label.index()] = size(); }

std::uint32_t FunctionBuilder::addJump(Stmt stmt, const std::vector<Label>& to) {
  stmt.firstTarget = static_cast<std::uint32_t>(function_.targets.size());
  stmt.targetCount = static_cast<std::uint32_t>(to.size());
  for (Label label : to) function_.targets.push_back(label.raw);
  return add(stmt);
}

std::uint32_t FunctionBuilder::jump(Label to) {
  Stmt stmt;
  stmt.op = Op::Goto;
  return addJump(stmt, {to});
}

std::uint32_t FunctionBuilder::choice(std::vector<Label> to) {
  Stmt stmt;
  stmt.op = Op::Choice;
  return addJump(stmt, to);
}

std::uint32_t FunctionBuilder::tryLock(LockId lock, bool shared, Label otherwise) {
  Stmt stmt;
  stmt.op = Op::TryLock;
  stmt.operand = lock.raw;
  stmt.shared = shared;
  return addJump(stmt, {otherwise});
}

LocationId ModuleBuilder::location(std::string_view name) {
  module_.locations.push_back({std::string(name), {}});
  return LocationId(module_.locations.size() - 1);
}

LockId ModuleBuilder::lock(std::string_view name, bool shared, bool reentrant) {
  module_.locks.push_back({std::string(name), {}, shared, reentrant});
  return LockId(module_.locks.size() - 1);
}

FlagId ModuleBuilder::flag(std::string_view name) {
  module_.flags.push_back({std::string(name), {}});
  return FlagId(module_.flags.size() - 1);
}

ProcessId ModuleBuilder::process(std::string_view name) {
  Process process;
  process.name = std::string(name);
  module_.processes.push_back(std::move(process));
  bodies_.emplace_back();
  return ProcessId(module_.processes.size() - 1);
}

FunctionId ModuleBuilder::function(ProcessId process, std::string_view name) {
  std::vector<FunctionBuilder>& bodies = bodies_[process.index()];
  bodies.emplace_back();
  bodies.back().function_.name = std::string(name);
  const FunctionId id(bodies.size() - 1);
  Process& owner = module_.processes[process.index()];
  if (!owner.entry.valid()) owner.entry = id;
  return id;
}

FunctionBuilder& ModuleBuilder::body(ProcessId process, FunctionId function) {
  return bodies_[process.index()][function.index()];
}

Module ModuleBuilder::finish() {
  for (std::size_t p = 0; p < bodies_.size(); ++p) {
    for (FunctionBuilder& builder : bodies_[p]) {
      for (std::uint32_t& target : builder.function_.targets) {
        EMPIRE_CHECK(builder.placed_[target] != UINT32_MAX, "a label that is jumped to was never placed");
        target = builder.placed_[target];
      }
      module_.processes[p].functions.push_back(std::move(builder.function_));
    }
  }
  bodies_.clear();
  return std::exchange(module_, Module{});
}

}  // namespace empire::esl
