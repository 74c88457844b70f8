#include "cpds/pds.h"

#include <algorithm>

#include "support/check.h"

namespace empire::cpds {

std::span<const Rule> Pds::rulesFrom(StateId state) const {
  const std::uint32_t begin = first_[state.index()];
  return std::span(rules_).subspan(begin, first_[state.index() + 1] - begin);
}

std::span<const Rule> Pds::rulesFrom(StateId state, SymbolId top) const {
  const std::span<const Rule> rules = rulesFrom(state);
  const auto range = std::ranges::equal_range(rules, top, {}, &Rule::top);
  return {range.begin(), range.end()};
}

void PdsBuilder::pop(StateId from, SymbolId top, StateId to, ActionId action) { add({from, top, to, 0, {}, action}); }

void PdsBuilder::step(StateId from, SymbolId top, StateId to, SymbolId next, ActionId action) {
  add({from, top, to, 1, {next, {}}, action});
}

void PdsBuilder::push(StateId from, SymbolId top, StateId to, SymbolId next, SymbolId below, ActionId action) {
  add({from, top, to, 2, {next, below}, action});
}

void PdsBuilder::add(const Rule& rule) {
  const auto known = [&](SymbolId symbol) { return symbol.valid() && symbol.index() < symbols_; };
  EMPIRE_CHECK(rule.from.valid() && rule.from.index() < states_, "a rule leaves a state of its system");
  EMPIRE_CHECK(rule.to.valid() && rule.to.index() < states_, "a rule enters a state of its system");
  EMPIRE_CHECK(known(rule.top) && rule.pushed <= 2, "a rule replaces one symbol by at most two");
  for (std::uint8_t i = 0; i < 2; ++i) {
    EMPIRE_CHECK(i < rule.pushed ? known(rule.push[i]) : !rule.push[i].valid(), "exactly the pushed symbols are given");
  }
  rules_.push_back(rule);
}

Pds PdsBuilder::finish() {
  std::sort(rules_.begin(), rules_.end());
  rules_.erase(std::unique(rules_.begin(), rules_.end()), rules_.end());
  Pds pds;
  pds.states_ = states_;
  pds.symbols_ = symbols_;
  pds.rules_ = std::move(rules_);
  pds.first_.assign(states_ + 1, 0);
  for (const Rule& rule : pds.rules_) ++pds.first_[rule.from.index() + 1];
  for (std::size_t s = 0; s < states_; ++s) pds.first_[s + 1] += pds.first_[s];
  *this = PdsBuilder();
  return pds;
}

}  // namespace empire::cpds
