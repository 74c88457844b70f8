#pragma once

#include <string_view>
#include <vector>

#include "esl/module.h"

namespace empire::esl {

/// Writes one function, statement by statement. Jumps may name labels that are placed later.
/// Invariant: every label that is used is placed before ModuleBuilder::finish.
class FunctionBuilder {
 public:
  using Label = Id<struct LabelTag>;

  /// Adds a statement and returns its number.
  std::uint32_t add(Stmt stmt);
  std::uint32_t add(Op op, std::uint32_t operand = UINT32_MAX);
  Label newLabel();
  /// `label` means the next statement to be added.
  void place(Label label);
  std::uint32_t jump(Label to);
  std::uint32_t choice(std::vector<Label> to);
  std::uint32_t tryLock(LockId lock, bool shared, Label otherwise);
  /// The statement with number `index`, to set its position, text or marks.
  Stmt& operator[](std::uint32_t index) { return function_.body[index]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(function_.body.size()); }

 private:
  friend class ModuleBuilder;
  std::uint32_t addJump(Stmt stmt, const std::vector<Label>& to);

  Function function_;                  // targets hold label numbers until finish
  std::vector<std::uint32_t> placed_;  // label -> statement number
};

/// Makes a Module piece by piece. Processes and functions can be declared before they are written,
/// so that starts and calls can refer to them.
class ModuleBuilder {
 public:
  LocationId location(std::string_view name);
  LockId lock(std::string_view name, bool shared = false, bool reentrant = false);
  FlagId flag(std::string_view name);
  ProcessId process(std::string_view name);
  /// The first function of a process is its entry.
  FunctionId function(ProcessId process, std::string_view name);
  FunctionBuilder& body(ProcessId process, FunctionId function);
  Module& module() { return module_; }

  /// The finished module; the builder is empty afterwards.
  Module finish();

 private:
  Module module_;
  std::vector<std::vector<FunctionBuilder>> bodies_;
};

}  // namespace empire::esl
