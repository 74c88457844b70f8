#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/id.h"

namespace empire::cpds {

using StateId = Id<struct StateTag>;    // control state of one pushdown system
using SymbolId = Id<struct SymbolTag>;  // stack symbol of one pushdown system
using ActionId = Id<struct ActionTag>;  // action of the whole communicating system; invalid: tau

/// <from, top> --action--> <to, push[0] push[1]>: replaces the topmost symbol by `pushed` (0 to 2) symbols,
/// push[0] on top.
struct Rule {
  StateId from;
  SymbolId top;
  StateId to;
  std::uint8_t pushed = 0;
  SymbolId push[2];
  ActionId action;
  friend auto operator<=>(const Rule&, const Rule&) = default;
};

/// A pushdown system over dense ids. Immutable; made only by PdsBuilder.
/// Invariant: rules are sorted and distinct; those of (state, symbol) are one span.
/// Cost: rulesFrom is O(log rules of the state); memory is O(states + rules).
/// Threads: const access is safe from many threads.
class Pds {
 public:
  std::size_t stateCount() const { return states_; }
  std::size_t symbolCount() const { return symbols_; }
  std::span<const Rule> rules() const { return rules_; }
  std::span<const Rule> rulesFrom(StateId state) const;
  std::span<const Rule> rulesFrom(StateId state, SymbolId top) const;
  friend bool operator==(const Pds&, const Pds&) = default;

 private:
  friend class PdsBuilder;
  std::size_t states_ = 0;
  std::size_t symbols_ = 0;
  std::vector<Rule> rules_;
  std::vector<std::uint32_t> first_;  // rules of state s: rules_[first_[s] .. first_[s + 1])
};

class PdsBuilder {
 public:
  StateId state() { return StateId(states_++); }
  SymbolId symbol() { return SymbolId(symbols_++); }
  void pop(StateId from, SymbolId top, StateId to, ActionId action = {});
  void step(StateId from, SymbolId top, StateId to, SymbolId next, ActionId action = {});
  void push(StateId from, SymbolId top, StateId to, SymbolId next, SymbolId below, ActionId action = {});
  void add(const Rule& rule);
  /// Requires: every id in a rule was made by this builder.
  Pds finish();

 private:
  std::size_t states_ = 0;
  std::size_t symbols_ = 0;
  std::vector<Rule> rules_;
};

}  // namespace empire::cpds
