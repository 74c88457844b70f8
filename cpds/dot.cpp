#include "cpds/dot.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace empire::cpds {

namespace {

std::string quote(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + "\"";
}

bool isAutomaton(const Process& process) {
  const auto keepsStack = [](const Rule& rule) { return rule.pushed == 1 && rule.push[0] == rule.top; };
  return process.symbols.size() == 1 && process.initialStack.size() == 1 &&
         std::all_of(process.pds.rules().begin(), process.pds.rules().end(), keepsStack);
}

class Cluster {
 public:
  Cluster(const System& system, std::size_t index)
      : system_(system), process_(system.processes[index]), prefix_("p" + std::to_string(index) + "_") {}

  std::string draw() {
    out_ = "  subgraph cluster_" + prefix_ + " {\n    label=" + quote(process_.name) + ";\n";
    out_ += "    " + prefix_ + "start [shape=none, label=\"\"];\n";
    if (!process_.initialStack.empty()) {
      const std::string first = head(process_.initialState, process_.initialStack[0]);
      edges_ += "    " + prefix_ + "start -> " + first + ";\n";
    }
    for (const Rule& rule : process_.pds.rules()) draw(rule);
    return out_ + edges_ + "  }\n";
  }

 private:
  /// The node of a head; declared when it is first asked for.
  std::string head(StateId state, SymbolId symbol) {
    const std::string node = prefix_ + std::to_string(state.raw) + "_" + std::to_string(symbol.raw);
    if (!nodes_.emplace(state, symbol).second) return node;
    std::string label = process_.symbols[symbol];
    if (isAutomaton(process_)) {
      label = process_.states[state];
    } else if (process_.states.size() > 1) {
      label = process_.states[state] + " " + label;
    }
    const bool final = std::binary_search(process_.finalStates.begin(), process_.finalStates.end(), state);
    out_ += "    " + node + " [label=" + quote(label) + (final ? ", peripheries=2" : "") + "];\n";
    return node;
  }

  std::string popped(StateId state) {
    const std::string node = prefix_ + std::to_string(state.raw) + "_pop";
    if (nodes_.emplace(state, SymbolId()).second) {
      const std::string label = process_.states.size() > 1 ? ", xlabel=" + quote(process_.states[state]) : "";
      out_ += "    " + node + " [shape=point" + label + "];\n";
    }
    return node;
  }

  void draw(const Rule& rule) {
    std::string label = rule.action.valid() ? system_.actions[rule.action] : "";
    const std::string from = head(rule.from, rule.top);
    const std::string to = rule.pushed == 0 ? popped(rule.to) : head(rule.to, rule.push[0]);
    if (rule.pushed == 2) label += (label.empty() ? "+ " : " + ") + process_.symbols[rule.push[1]];
    edges_ +=
        "    " + from + " -> " + to + " [label=" + quote(label) + (rule.pushed == 2 ? ", style=bold" : "") + "];\n";
  }

  const System& system_;
  const Process& process_;
  std::string prefix_;
  std::set<std::pair<StateId, SymbolId>> nodes_;
  std::string out_;
  std::string edges_;
};

}  // namespace

std::string toDot(const System& system) {
  std::string out = "digraph cpds {\n  node [shape=ellipse];\n";
  for (std::size_t i = 0; i < system.processes.size(); ++i) out += Cluster(system, i).draw();
  return out + "}\n";
}

}  // namespace empire::cpds
