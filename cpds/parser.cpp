// Reads the text form line by line. A line is first cut into items (names, `->`, `:`, braces), then its first
// word says what it is. Names must be declared above their use, so one pass is enough. After an error the
// parser goes on with the next line and reports up to 20 errors.

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <vector>

#include "cpds/name.h"
#include "cpds/text.h"
#include "support/lexer.h"

namespace empire::cpds {

namespace {

constexpr std::size_t kMaxErrors = 20;

struct Item {
  enum class Kind { Name, Sign } kind = Kind::Name;
  bool quoted = false;  // Name: it stood in quotes, so it is no keyword
  std::string text;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

bool isSign(const Item& item, std::string_view sign) { return item.kind == Item::Kind::Sign && item.text == sign; }

std::string show(const Item& item) {
  return "`" + (item.text.size() > 40 ? item.text.substr(0, 40) + "..." : item.text) + "`";
}

std::string withArticle(std::string_view what) { return (what == "action" ? "an " : "a ") + std::string(what); }

class Parser {
 public:
  Parser(std::string_view text, std::string_view fileName) : lexer_(text), file_(fileName) { advance(); }

  Result<System> run() {
    while (token_.kind != TokenKind::End && errors_.size() < kMaxErrors) {
      if (readLine() && !line_.empty()) parseLine();
    }
    if (inProcess_ && errors_.empty())
      error(token_.line, token_.column, "process " + spell(process_.name) + " does not end: add `}`");
    if (!errors_.empty()) return std::move(errors_);
    return std::move(system_);
  }

 private:
  void error(std::uint32_t line, std::uint32_t column, std::string message) {
    if (errors_.size() < kMaxErrors) errors_.push_back({{file_, line, column}, std::move(message), Severity::Error});
  }
  void error(const Item& item, std::string message) { error(item.line, item.column, std::move(message)); }
  /// An error behind the last item of the line.
  void errorAtEnd(std::string message) { error(endLine_, endColumn_, std::move(message)); }

  void advance() { token_ = lexer_.next(); }

  /// Cuts one line into line_. Returns: false if it contains something that is no item; that was reported.
  bool readLine() {
    line_.clear();
    bool good = true;
    while (token_.kind != TokenKind::Newline && token_.kind != TokenKind::End) {
      if (!readItem()) good = false;
    }
    endLine_ = token_.line;
    endColumn_ = token_.column;
    if (token_.kind == TokenKind::Newline) advance();
    return good;
  }

  bool readItem() {
    const Token first = token_;
    Item item{Item::Kind::Name, false, {}, first.line, first.column};
    switch (first.kind) {
      case TokenKind::Word: readBareName(item); break;
      case TokenKind::String:
        item.quoted = true;
        item.text = unescape(first.text);
        advance();
        break;
      case TokenKind::Punct:
        if (first.isPunct("->") || first.isPunct(":") || first.isPunct("{") || first.isPunct("}")) {
          item.kind = Item::Kind::Sign;
          item.text = std::string(first.text);
          advance();
          break;
        }
        error(item,
              "a name, `->`, `:`, `{` or `}` is expected, found " + describe(first) + ": write other names in quotes");
        advance();
        return false;
      case TokenKind::Number:
        error(item,
              "a name is expected, found " + describe(first) + ": write a name that begins with a digit in quotes");
        advance();
        return false;
      case TokenKind::Error:
        error(item, std::string(first.text));
        advance();
        return false;
      case TokenKind::Newline:
      case TokenKind::End: return false;
    }
    line_.push_back(std::move(item));
    return true;
  }

  // Words, numbers and some signs that touch each other are one name.
  void readBareName(Item& item) {
    const auto joins = [](const Token& token) {
      return token.kind == TokenKind::Word || token.kind == TokenKind::Number ||
             (token.kind == TokenKind::Punct && token.text.size() == 1 &&
              std::string_view("(),:%").find(token.text) != std::string_view::npos);
    };
    std::uint32_t end = token_.column;
    while (joins(token_) && token_.column == end) {
      item.text += token_.text;
      end += static_cast<std::uint32_t>(token_.text.size());
      advance();
    }
  }

  bool startsWith(std::string_view keyword) const {
    return line_[0].kind == Item::Kind::Name && !line_[0].quoted && line_[0].text == keyword;
  }

  void parseLine() {
    if (inProcess_) {
      if (startsWith("states")) return declareNames(process_.states, "state");
      if (startsWith("symbols")) return declareNames(process_.symbols, "symbol");
      if (startsWith("initial")) return parseInitial();
      if (startsWith("final")) return parseFinal();
      if (startsWith("rule")) return parseRule();
      if (isSign(line_[0], "}")) return endProcess();
      return error(line_[0],
                   "`states`, `symbols`, `initial`, `final`, `rule` or `}` is expected, found " + show(line_[0]));
    }
    if (startsWith("actions")) return declareNames(system_.actions, "action");
    if (startsWith("process")) return beginProcess();
    error(line_[0], "`actions` or `process` is expected, found " + show(line_[0]));
  }

  template <class Tag>
  void declareNames(Interner<Tag>& names, std::string_view what) {
    if (line_.size() == 1) errorAtEnd("the name of " + withArticle(what) + " is expected after " + show(line_[0]));
    for (std::size_t i = 1; i < line_.size(); ++i) {
      if (line_[i].kind != Item::Kind::Name) {
        return error(line_[i], "the name of " + withArticle(what) + " is expected, found " + show(line_[i]));
      }
      if (names.find(line_[i].text).valid()) {
        error(line_[i], std::string(what) + " " + show(line_[i]) + " is declared twice: remove one");
      }
      names.intern(line_[i].text);
    }
  }

  void beginProcess() {
    inProcess_ = true;
    process_ = Process();
    rules_.clear();
    hasInitial_ = false;
    anyFinal_ = false;
    if (line_.size() < 2 || line_[1].kind != Item::Kind::Name) {
      return error(line_[0], "`process` is followed by a name and `{`, as in `process p {`");
    }
    process_.name = line_[1].text;
    if (!processNames_.insert(process_.name).second) {
      error(line_[1], "there is a process " + show(line_[1]) + " above already: rename one");
    }
    if (line_.size() < 3) return errorAtEnd("`{` is expected after the name of the process");
    if (!isSign(line_[2], "{"))
      return error(line_[2], "`{` is expected after the name of the process, found " + show(line_[2]));
    if (line_.size() > 3) error(line_[3], "the end of the line is expected after `{`, found " + show(line_[3]));
  }

  void endProcess() {
    if (line_.size() > 1) error(line_[1], "the end of the line is expected after `}`, found " + show(line_[1]));
    if (!hasInitial_)
      error(line_[0], "process " + spell(process_.name) + " has no `initial` line: add `initial STATE SYMBOL...`");
    inProcess_ = false;
    if (!errors_.empty()) return;
    PdsBuilder builder;
    for (std::size_t i = 0; i < process_.states.size(); ++i) builder.state();
    for (std::size_t i = 0; i < process_.symbols.size(); ++i) builder.symbol();
    for (const Rule& rule : rules_) builder.add(rule);
    process_.pds = builder.finish();
    std::vector<StateId>& finals = process_.finalStates;
    std::sort(finals.begin(), finals.end());
    finals.erase(std::unique(finals.begin(), finals.end()), finals.end());
    system_.processes.push_back(std::move(process_));
  }

  template <class Tag>
  std::optional<Id<Tag>> lookUp(const Interner<Tag>& names, std::size_t at, std::string_view what,
                                std::string_view keyword) {
    if (at >= line_.size()) {
      errorAtEnd(withArticle(what) + " is expected at the end of the line");
      return std::nullopt;
    }
    const Item& item = line_[at];
    if (item.kind != Item::Kind::Name) {
      error(item, withArticle(what) + " is expected, found " + show(item));
      return std::nullopt;
    }
    const Id<Tag> id = names.find(item.text);
    if (id.valid()) return id;
    error(item, "unknown " + std::string(what) + " " + show(item) + ": declare it above with `" + std::string(keyword) +
                    " " + spell(item.text) + "`");
    return std::nullopt;
  }
  std::optional<StateId> state(std::size_t at) { return lookUp(process_.states, at, "state", "states"); }
  std::optional<SymbolId> symbol(std::size_t at) { return lookUp(process_.symbols, at, "symbol", "symbols"); }

  void parseInitial() {
    if (hasInitial_) return error(line_[0], "process " + spell(process_.name) + " has two `initial` lines: remove one");
    hasInitial_ = true;
    const std::optional<StateId> first = state(1);
    if (!first) return;
    process_.initialState = *first;
    for (std::size_t i = 2; i < line_.size(); ++i) {
      const std::optional<SymbolId> next = symbol(i);
      if (!next) return;
      process_.initialStack.push_back(*next);
    }
  }

  void parseFinal() {
    if (line_.size() == 2 && !line_[1].quoted && line_[1].text == "any") {
      anyFinal_ = true;
    } else {
      for (std::size_t i = 1; i < std::max<std::size_t>(line_.size(), 2); ++i) {
        const std::optional<StateId> next = state(i);
        if (!next) return;
        process_.finalStates.push_back(*next);
      }
    }
    if (anyFinal_ && !process_.finalStates.empty())
      error(line_[0], "`final any` and final states exclude each other: remove one line");
  }

  // rule STATE SYMBOL -> STATE [SYMBOL [SYMBOL]] [: ACTION]
  void parseRule() {
    Rule rule;
    const std::optional<StateId> from = state(1);
    const std::optional<SymbolId> top = from ? symbol(2) : std::nullopt;
    if (!top) return;
    if (line_.size() < 4) return errorAtEnd("`->` is expected after the state and the topmost symbol");
    if (!isSign(line_[3], "->"))
      return error(line_[3], "`->` is expected after the state and the topmost symbol, found " + show(line_[3]));
    const std::optional<StateId> to = state(4);
    if (!to) return;
    rule.from = *from;
    rule.top = *top;
    rule.to = *to;
    std::size_t at = 5;
    for (; at < line_.size() && !isSign(line_[at], ":"); ++at) {
      if (rule.pushed == 2)
        return error(
            line_[at],
            "a rule pushes at most two symbols, or `: ACTION` is missing: use an intermediate symbol for more");
      const std::optional<SymbolId> next = symbol(at);
      if (!next) return;
      rule.push[rule.pushed++] = *next;
    }
    if (at < line_.size()) {
      const std::optional<ActionId> action = lookUp(system_.actions, at + 1, "action", "actions");
      if (!action) return;
      rule.action = *action;
      if (at + 2 < line_.size())
        return error(line_[at + 2], "the end of the line is expected after the action, found " + show(line_[at + 2]));
    }
    rules_.push_back(rule);
  }

  Lexer lexer_;
  Token token_;
  std::string file_;
  std::vector<Item> line_;
  std::uint32_t endLine_ = 1;
  std::uint32_t endColumn_ = 1;

  System system_;
  std::unordered_set<std::string> processNames_;
  bool inProcess_ = false;
  Process process_;
  std::vector<Rule> rules_;
  bool hasInitial_ = false;
  bool anyFinal_ = false;
  Diagnostics errors_;
};

}  // namespace

Result<System> parse(std::string_view text, std::string_view fileName) { return Parser(text, fileName).run(); }

}  // namespace empire::cpds
