#include <string_view>

#include "cpds/name.h"
#include "cpds/text.h"

namespace empire::cpds {

namespace {

constexpr std::size_t kLineWidth = 118;

// Writes `keyword a b c`, broken into several lines with the same keyword where it is long.
class NameLines {
 public:
  NameLines(std::string& out, std::string_view keyword) : out_(out), keyword_(keyword) {}
  ~NameLines() {
    if (column_ != 0) out_ += '\n';
  }
  NameLines(const NameLines&) = delete;
  NameLines& operator=(const NameLines&) = delete;

  void add(std::string_view name) {
    const std::string word = spell(name);
    if (column_ != 0 && column_ + 1 + word.size() > kLineWidth) {
      out_ += '\n';
      column_ = 0;
    }
    if (column_ == 0) {
      out_ += keyword_;
      column_ = keyword_.size();
    }
    out_ += ' ';
    out_ += word;
    column_ += 1 + word.size();
  }

 private:
  std::string& out_;
  std::string_view keyword_;
  std::size_t column_ = 0;
};

template <class Tag>
void declare(std::string& out, std::string_view keyword, const Interner<Tag>& names) {
  NameLines lines(out, keyword);
  for (std::size_t i = 0; i < names.size(); ++i) lines.add(names[Id<Tag>(i)]);
}

void printProcess(std::string& out, const System& system, const Process& process) {
  out += "\nprocess " + spell(process.name) + " {\n";
  declare(out, "  states", process.states);
  declare(out, "  symbols", process.symbols);
  out += "  initial " + spell(process.states[process.initialState]);
  for (SymbolId symbol : process.initialStack) out += " " + spell(process.symbols[symbol]);
  out += '\n';
  if (process.finalStates.empty()) {
    out += "  final any\n";
  } else {
    NameLines lines(out, "  final");
    for (StateId state : process.finalStates) lines.add(process.states[state]);
  }
  for (const Rule& rule : process.pds.rules()) out += "  rule " + describe(system, process, rule) + "\n";
  out += "}\n";
}

}  // namespace

std::string describe(const System& system, const Process& process, const Rule& rule) {
  std::string text = spell(process.states[rule.from]) + " " + spell(process.symbols[rule.top]) + " -> " +
                     spell(process.states[rule.to]);
  for (std::uint8_t i = 0; i < rule.pushed; ++i) text += " " + spell(process.symbols[rule.push[i]]);
  if (rule.action.valid()) text += " : " + spell(system.actions[rule.action]);
  return text;
}

std::string print(const System& system) {
  std::string out;
  declare(out, "actions", system.actions);
  for (const Process& process : system.processes) printProcess(out, system, process);
  return out;
}

}  // namespace empire::cpds
