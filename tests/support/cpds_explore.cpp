#include "tests/support/cpds_explore.h"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_set>
#include <utility>

namespace empire::test {

namespace {

using cpds::ActionId;
using cpds::Rule;
using cpds::StateId;
using cpds::SymbolId;
using cpds::System;

struct Configuration {
  StateId state;
  std::vector<SymbolId> stack;  // topmost last
};
using Global = std::vector<Configuration>;

// State, height and stack of each process, one after the other.
std::u16string pack(const Global& global) {
  std::u16string packed;
  for (const Configuration& each : global) {
    packed += static_cast<char16_t>(each.state.raw);
    packed += static_cast<char16_t>(each.stack.size());
    for (SymbolId symbol : each.stack) packed += static_cast<char16_t>(symbol.raw);
  }
  return packed;
}

Global unpack(const std::u16string& packed) {
  Global global;
  for (std::size_t at = 0; at < packed.size();) {
    Configuration& each = global.emplace_back();
    each.state = StateId(packed[at]);
    const std::size_t height = packed[at + 1];
    at += 2;
    for (std::size_t i = 0; i < height; ++i) each.stack.emplace_back(packed[at + i]);
    at += height;
  }
  return global;
}

class Explorer {
 public:
  Explorer(const System& system, const ExploreBounds& bounds) : system_(system), bounds_(bounds) {
    participants_.resize(system.actions.size());
    for (std::size_t p = 0; p < system.processes.size(); ++p) {
      for (ActionId action : cpds::alphabetOf(system.processes[p])) participants_[action.index()].push_back(p);
      result_.seen.emplace_back(system.processes[p].states.size(), false);
    }
  }

  Exploration run() {
    Global first;
    for (const cpds::Process& process : system_.processes) {
      first.push_back({process.initialState, {process.initialStack.rbegin(), process.initialStack.rend()}});
    }
    visit(first);
    while (!queue_.empty()) {
      const Global global = unpack(*queue_.front());
      queue_.pop_front();
      if (!isFinal(global)) expand(global);
    }
    result_.states = known_.size();
    return std::move(result_);
  }

 private:
  std::span<const Rule> rulesOf(const Global& global, std::size_t p) const {
    if (global[p].stack.empty()) return {};
    return system_.processes[p].pds.rulesFrom(global[p].state, global[p].stack.back());
  }

  void expand(const Global& global) {
    for (std::size_t p = 0; p < global.size(); ++p) {
      for (const Rule& rule : rulesOf(global, p)) {
        if (!rule.action.valid()) {
          moveAll(global, {{p, &rule}});
        } else if (participants_[rule.action.index()].front() == p) {
          together(global, rule.action, {{p, &rule}});
        }
      }
    }
  }

  // Chooses a rule for each further process that takes part in the action, in every way.
  void together(const Global& global, ActionId action, std::vector<std::pair<std::size_t, const Rule*>> chosen) {
    const std::vector<std::size_t>& all = participants_[action.index()];
    if (chosen.size() == all.size()) return moveAll(global, chosen);
    const std::size_t p = all[chosen.size()];
    for (const Rule& rule : rulesOf(global, p)) {
      if (rule.action != action) continue;
      chosen.emplace_back(p, &rule);
      together(global, action, chosen);
      chosen.pop_back();
    }
  }

  void moveAll(Global global, const std::vector<std::pair<std::size_t, const Rule*>>& chosen) {
    for (const auto& [p, rule] : chosen) {
      Configuration& each = global[p];
      each.state = rule->to;
      each.stack.pop_back();
      for (std::uint8_t i = rule->pushed; i > 0; --i) each.stack.push_back(rule->push[i - 1]);
      if (each.stack.size() > bounds_.stack) {
        result_.complete = false;
        return;
      }
    }
    visit(global);
  }

  void visit(const Global& global) {
    if (known_.size() >= bounds_.states) {
      result_.complete = false;
      return;
    }
    const auto [found, isNew] = known_.insert(pack(global));
    if (!isNew) return;
    queue_.push_back(&*found);
    for (std::size_t p = 0; p < global.size(); ++p) result_.seen[p][global[p].state.index()] = true;
    if (isFinal(global)) result_.final = true;
  }

  bool isFinal(const Global& global) const {
    for (std::size_t p = 0; p < global.size(); ++p) {
      const std::vector<StateId>& finals = system_.processes[p].finalStates;
      if (!finals.empty() && !std::binary_search(finals.begin(), finals.end(), global[p].state)) return false;
    }
    return true;
  }

  const System& system_;
  ExploreBounds bounds_;
  std::vector<std::vector<std::size_t>> participants_;  // by action
  std::unordered_set<std::u16string> known_;
  std::deque<const std::u16string*> queue_;
  Exploration result_;
};

}  // namespace

Exploration explore(const System& system, const ExploreBounds& bounds) { return Explorer(system, bounds).run(); }

}  // namespace empire::test
