#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "reduction/model.h"

namespace empire::reduction {

/// Writes one copy of a function: a graph whose nodes are (node of the program, choices that are still needed).
///
/// Units of kind (c): the function opens one for its own accesses. While a user function that it calls runs, that
/// unit stands still: the accesses inside belong to other units. ESL has one unit at a time, so the call is a choice
/// between (1) the unit stays open and the accesses inside are left out, and (2) it ends before and a new one begins
/// after. Why the answer stays the same: a scenario takes all its accesses of one process from one unit. If that is the
/// caller's, (1) shows it; if it is one inside, (2) does; neither shows more.
class BodyWriter {
 public:
  BodyWriter(const Facts& facts, const std::vector<Tracking>& trackings, Model& model, std::uint32_t thread,
             const FunctionKey& key);
  GraphFunction run();

 private:
  using Env = std::vector<std::pair<program::ValueId, Chosen>>;  // sorted
  struct Resolved {
    std::vector<program::Place> places;
    bool unknown = false;
  };
  struct Target {
    program::FunctionId function;
    std::vector<Chosen> params;
  };

  // The graph
  std::uint32_t emit(std::uint32_t after, esl::Op op, std::uint32_t operand = UINT32_MAX);
  std::uint32_t slot(program::NodeId node, const Env& env);
  void goTo(std::uint32_t at, program::NodeId node, const Env& env) { graph_.link(at, slot(node, env)); }
  void goOn(std::uint32_t at, const Env& env);
  void deadEnd(std::uint32_t at) { emit(at, esl::Op::Choice); }
  void leave(std::uint32_t at, bool unwinding);

  // The operations
  void write(std::uint32_t at, const Env& env);
  void access(std::uint32_t at, const Env& env);
  std::vector<std::uint32_t> touch(std::uint32_t at, const Touch& touch, bool may);
  void lockOperation(std::uint32_t at, const Env& env);
  void tryLock(std::uint32_t at, const Env& env);
  void define(std::uint32_t at, const Env& env);
  void call(std::uint32_t at, const Env& env);
  void callTarget(std::uint32_t at, const Env& env, const Target& target);
  void callIn(std::uint32_t at, const Env& env, const Target& target, Mode mode, bool reopen);
  void afterCall(std::uint32_t at, const Env& env, bool unwinding);
  void start(std::uint32_t at, const Env& env);
  void join(std::uint32_t at, const Env& env);
  void once(std::uint32_t at, const Env& env);
  void onceBegin(std::uint32_t at, const Env& env);
  std::uint32_t onceEnd(std::uint32_t at, const Env& env);
  bool onceBodyEnds() const;
  std::uint32_t publish(std::uint32_t at);
  std::uint32_t splitOwn(std::uint32_t at);

  // The choices
  Resolved resolve(const program::Operand& operand, const Env& env) const;
  std::vector<esl::LockId> locksOf(const Resolved& resolved, bool& rest) const;
  std::vector<Target> targets(const Env& env);
  std::vector<Chosen> paramChoices(const program::Callee& callee, std::size_t param, const Env& env) const;
  std::vector<Chosen> definedChoices(const Env& env) const;
  bool needed(program::FunctionId function, std::size_t param) const;
  bool certain(const Resolved& resolved) const;

  const Facts& facts_;
  const std::vector<Tracking>& trackings_;
  Model& model_;
  std::uint32_t thread_;
  FunctionKey key_;
  const program::Function& function_;
  const Tracking& tracking_;
  Mode mode_;
  bool opened_ = false;
  GraphFunction graph_;
  std::map<std::pair<program::NodeId, Env>, std::uint32_t> slots_;
  std::vector<std::map<std::pair<program::NodeId, Env>, std::uint32_t>::const_iterator> work_;
  const program::Node* node_ = nullptr;
  program::NodeId nodeId_;
  std::uint32_t groups_ = 0;
  std::optional<std::uint32_t> doneFlag_;  // set after the call of a once node
};

}  // namespace empire::reduction
