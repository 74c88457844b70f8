// A hand-written parser with one token of look-ahead. Names may be used before they are declared, so an operand first
// holds the number of its name; resolve() replaces it when the scope of the name is complete: labels at the end of the
// function, functions at the end of the process, all others at the end of the text. After an error the parser goes on
// behind the line (or behind the braces that open on it).

#include "esl/parser.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "esl/names.h"
#include "esl/renumber.h"
#include "esl/words.h"
#include "support/lexer.h"
#include "support/spelling.h"

namespace empire::esl {

namespace {

constexpr std::size_t kMaxErrors = 20;
constexpr std::string_view kPositionUsage = "@\"FILE\":LINE:COLUMN";

std::string tick(std::string_view word) {
  constexpr std::size_t kShown = 60;
  if (word.size() <= kShown) return "`" + std::string(word) + "`";
  return "`" + std::string(word.substr(0, kShown)) + "...`";
}

// A name in a message, spelled as it can be written in a module.
std::string shown(std::string_view name) { return tick(quoted(name.substr(0, 200), keywords())); }

class Parser {
 public:
  Parser(std::string_view text, std::string_view fileName) : lexer_(text), fileName_(fileName) { advance(); }
  Result<Module> run();

 private:
  // Tokens and errors. fail() reports at the present token and returns false.
  void advance() { token_ = lexer_.next(); }
  void skipNewlines();
  void recover();
  void report(Place place, std::string message);
  bool fail(std::string message);
  bool expected(std::string_view what, std::string_view advice);
  bool accept(std::string_view word);
  bool expectPunct(std::string_view punct, std::string_view what, std::string_view advice);
  bool atEndOfStatement() const;

  // Declarations and processes
  bool topLevel();
  bool unknownTopLevel();
  bool declaration(std::string_view kind);
  bool process();
  bool processHeader(NameId& entry);
  void processBody(Place opened);
  bool function();
  void functionBody(Place opened);
  bool endOfDeclaration(std::string_view usage);

  // Statements
  bool statement();
  bool label(const Token& name);
  bool operation(Stmt& stmt);
  bool operand(Stmt& stmt, Scope& scope, std::string_view kind);
  bool jumpTarget(Stmt& stmt, std::string_view after);
  bool lockMode(Stmt& stmt);

  // Names, positions
  bool name(NameId& id, std::string_view what, std::string_view after, std::string_view usage);
  void declare(Scope& scope, NameId id, Place place, std::size_t meaning, std::string_view kind);
  void use(Scope& scope, NameId id, Place place);
  bool position(SourceLoc& loc, Place own);
  bool number(std::uint32_t& value, std::string_view what);
  FileId internFile(std::string_view file);

  // Names become ids
  void resolveLabels(Function& function);
  void resolveFunctions(Process& process, NameId entry);
  void resolveModule();
  void reportUnknown(Scope& scope, std::string_view noSuch, std::string_view inside, std::string_view advice);
  Diagnostics errors();

  Lexer lexer_;
  std::string_view fileName_;
  Token token_;
  Module module_;
  NamePool names_;
  Scope locations_, locks_, flags_, processes_, functions_, labels_;
  std::string_view lastFile_;
  FileId lastFileId_;
  Diagnostics errors_;
  bool stopped_ = false;  // too many errors
};

// --- Tokens and errors ---

void Parser::skipNewlines() {
  while (token_.kind == TokenKind::Newline) advance();
}

// Goes to the end of the line; a block that opens on it is skipped as a whole.
void Parser::recover() {
  std::size_t depth = 0;
  while (token_.kind != TokenKind::End) {
    if (depth == 0 && (token_.kind == TokenKind::Newline || token_.isPunct("}"))) return;
    if (token_.isPunct("{")) ++depth;
    if (token_.isPunct("}")) --depth;
    advance();
  }
}

void Parser::report(Place place, std::string message) {
  if (errors_.size() >= kMaxErrors) {
    stopped_ = true;
    return;
  }
  errors_.push_back({{std::string(fileName_), place.line, place.column}, std::move(message), Severity::Error});
}

// One error for one place: what follows from it at the same token is not reported.
bool Parser::fail(std::string message) {
  const Place place = placeOf(token_);
  if (!errors_.empty() && errors_.back().where.line == place.line && errors_.back().where.column == place.column) {
    return false;
  }
  report(place, token_.kind == TokenKind::Error ? std::string(token_.text) : std::move(message));
  return false;
}

bool Parser::expected(std::string_view what, std::string_view advice) {
  std::string message = "expected " + std::string(what) + ", found " + describe(token_);
  if (token_.kind == TokenKind::Word && !isPlainName(token_.text) && !isKeyword(token_.text)) {
    message += ": a name with `-` is written in quotes";
  } else {
    message += ": " + std::string(advice);
  }
  return fail(std::move(message));
}

bool Parser::accept(std::string_view word) {
  if (!token_.isWord(word)) return false;
  advance();
  return true;
}

bool Parser::expectPunct(std::string_view punct, std::string_view what, std::string_view advice) {
  if (!token_.isPunct(punct)) return expected(what, advice);
  advance();
  return true;
}

bool Parser::atEndOfStatement() const {
  return token_.kind == TokenKind::Newline || token_.kind == TokenKind::End || token_.isPunct("}");
}

// --- Declarations and processes ---

bool Parser::topLevel() {
  for (std::string_view kind : {"location", "lock", "flag"}) {
    if (token_.isWord(kind)) return declaration(kind);
  }
  if (token_.isWord("process")) return process();
  return unknownTopLevel();
}

bool Parser::unknownTopLevel() {
  constexpr std::string_view kWords[] = {"location", "lock", "flag", "process"};
  if (token_.isPunct("}")) {
    fail("expected `location`, `lock`, `flag` or `process`, found `}`: there is no block open that it could close");
    advance();
    return true;
  }
  if (token_.kind == TokenKind::Word) {
    if (token_.text == "function" || opOf(token_.text)) {
      return fail(tick(token_.text) +
                  " belongs in a process: write `process NAME { function NAME { ... } }` around it");
    }
    if (const std::string_view close = closest(token_.text, kWords); !close.empty()) {
      return fail("expected `location`, `lock`, `flag` or `process`, found " + describe(token_) + "; did you mean " +
                  tick(close) + "?");
    }
  }
  return expected("`location`, `lock`, `flag` or `process`", "write `process NAME { ... }`");
}

bool Parser::declaration(std::string_view kind) {
  const Place place = placeOf(token_);
  const std::string usage = std::string(kind) + (kind == "lock" ? " NAME [shared] [reentrant]" : " NAME");
  advance();
  const Place namePlace = placeOf(token_);
  NameId id;
  if (!name(id, "a name", kind, usage)) return false;
  SourceLoc loc;
  const std::string spelled(names_[id]);
  if (kind == "location") {
    declare(locations_, id, namePlace, module_.locations.size(), kind);
    if (!position(loc, place)) return false;
    module_.locations.push_back({spelled, loc});
  } else if (kind == "flag") {
    declare(flags_, id, namePlace, module_.flags.size(), kind);
    if (!position(loc, place)) return false;
    module_.flags.push_back({spelled, loc});
  } else {
    declare(locks_, id, namePlace, module_.locks.size(), kind);
    module_.locks.push_back({spelled, loc, false, false});
    Lock& lock = module_.locks.back();
    lock.shared = accept("shared");
    lock.reentrant = accept("reentrant");
    if (!position(lock.loc, place)) return false;
  }
  return endOfDeclaration(usage);
}

bool Parser::endOfDeclaration(std::string_view usage) {
  if (token_.kind == TokenKind::Newline || token_.kind == TokenKind::End) return true;
  return expected("the end of the line", "write `" + std::string(usage) + "` on a line of its own");
}

bool Parser::process() {
  module_.processes.emplace_back();
  const Place place = placeOf(token_);
  NameId entry;
  functions_.clear();
  if (!processHeader(entry)) return false;
  processBody(place);
  resolveFunctions(module_.processes.back(), entry);
  return true;
}

bool Parser::processHeader(NameId& entry) {
  constexpr std::string_view kUsage = "process NAME [entry FUNCTION] { ... }";
  Process& process = module_.processes.back();
  const Place place = placeOf(token_);
  advance();
  const Place namePlace = placeOf(token_);
  NameId id;
  if (!name(id, "a name", "process", kUsage)) return false;
  process.name = std::string(names_[id]);
  declare(processes_, id, namePlace, module_.processes.size() - 1, "process");
  if (accept("entry")) {
    const Place entryPlace = placeOf(token_);
    if (!name(entry, "a function", "entry", kUsage)) return false;
    use(functions_, entry, entryPlace);
  }
  if (!position(process.loc, place)) return false;
  skipNewlines();
  return expectPunct("{", "`{`", "write `" + std::string(kUsage) + "`");
}

void Parser::processBody(Place opened) {
  while (!stopped_) {
    skipNewlines();
    if (token_.isPunct("}")) return advance();
    const std::string close = "close the process that begins on line " + std::to_string(opened.line) + " with `}`";
    if (token_.isWord("function")) {
      if (!function()) recover();
    } else if (token_.kind == TokenKind::End || token_.isWord("process") || token_.isWord("location") ||
               token_.isWord("flag")) {
      expected("`function` or `}`", close);
      return;
    } else {
      const bool inFunction = token_.kind == TokenKind::Word && opOf(token_.text);
      expected("`function` or `}`", inFunction ? "statements stand in a function" : close);
      recover();
    }
  }
}

bool Parser::function() {
  constexpr std::string_view kUsage = "function NAME { ... }";
  const Place place = placeOf(token_);
  Process& process = module_.processes.back();
  process.functions.emplace_back();
  Function& function = process.functions.back();
  advance();
  const Place namePlace = placeOf(token_);
  NameId id;
  if (!name(id, "a name", "function", kUsage)) return false;
  function.name = std::string(names_[id]);
  declare(functions_, id, namePlace, process.functions.size() - 1, "function");
  if (!position(function.loc, place)) return false;
  skipNewlines();
  if (!expectPunct("{", "`{`", "write `" + std::string(kUsage) + "`")) return false;
  labels_.clear();
  functionBody(place);
  resolveLabels(function);
  return true;
}

void Parser::functionBody(Place opened) {
  while (!stopped_) {
    skipNewlines();
    if (token_.isPunct("}")) return advance();
    if (token_.kind == TokenKind::End || token_.isWord("function") || token_.isWord("process")) {
      expected("a statement or `}`",
               "close the function that begins on line " + std::to_string(opened.line) + " with `}`");
      return;
    }
    if (!statement()) recover();
  }
}

// --- Statements ---

bool Parser::statement() {
  Function& function = module_.processes.back().functions.back();
  Token first = token_;
  while (first.kind == TokenKind::Word || first.kind == TokenKind::String) {
    advance();
    if (!token_.isPunct(":")) break;
    if (!label(first)) return false;
    advance();
    skipNewlines();
    first = token_;
    if (first.isPunct("}") || first.kind == TokenKind::End) {
      return expected("a statement after the label", "write `LABEL: skip`");
    }
  }
  if (first.kind == TokenKind::String) return expected("`:` after the label", "write `LABEL: STATEMENT`");
  if (first.kind != TokenKind::Word) return expected("a statement", "write one such as `skip` or `read x`");
  const std::optional<Op> op = opOf(first.text);
  if (!op) {
    if (token_.kind == TokenKind::Error) return fail("");
    const std::string_view close = closest(first.text, keywords());
    report(placeOf(first), "expected a statement, found " + describe(first) +
                               (close.empty() ? std::string(": write one such as `skip` or `read x`")
                                              : "; did you mean " + tick(close) + "?"));
    return false;
  }
  Stmt stmt;
  stmt.op = *op;
  if (!operation(stmt)) return false;
  if (token_.kind == TokenKind::String) {
    stmt.text = module_.texts.intern(token_.escaped ? unescape(token_.text) : std::string(token_.text));
    advance();
  }
  if (!position(stmt.loc, placeOf(first))) return false;
  if (!atEndOfStatement())
    return expected("the end of the statement", "write " + tick(usageOf(*op)) + " and then a new line or `;`");
  function.body.push_back(stmt);
  return true;
}

bool Parser::label(const Token& name) {
  if (name.kind == TokenKind::Word && (isKeyword(name.text) || !isPlainName(name.text))) {
    report(placeOf(name), tick(name.text) + " cannot be a label as it is: write it in quotes");
    return true;
  }
  const std::size_t next = module_.processes.back().functions.back().body.size();
  declare(labels_, names_.idOf(name), placeOf(name), next, "label");
  return true;
}

bool Parser::operation(Stmt& stmt) {
  switch (stmt.op) {
    case Op::Skip:
    case Op::Return:
    case Op::UnitBegin:
    case Op::UnitEnd:
    case Op::UnitSplit: return true;
    case Op::Goto: return jumpTarget(stmt, "goto");
    case Op::Choice:
      if (!jumpTarget(stmt, "choice")) return false;
      while (token_.isPunct(",")) {
        advance();
        if (!jumpTarget(stmt, ",")) return false;
      }
      return true;
    case Op::Call: return operand(stmt, functions_, "a function");
    case Op::Read:
    case Op::Write:
      if (!operand(stmt, locations_, "a location")) return false;
      stmt.atomic = accept("atomic");
      stmt.may = accept("may");
      return true;
    case Op::Update:
      if (!operand(stmt, locations_, "a location")) return false;
      stmt.may = accept("may");
      return true;
    case Op::Lock:
    case Op::Unlock:
    case Op::Wait: return lockMode(stmt);
    case Op::TryLock:
      if (!lockMode(stmt)) return false;
      if (!accept("else")) return expected("`else`", "write " + tick(usageOf(stmt.op)));
      return jumpTarget(stmt, "else");
    case Op::Start:
    case Op::Join: return operand(stmt, processes_, "a process");
    case Op::Set:
    case Op::Require:
    case Op::Claim: return operand(stmt, flags_, "a flag");
  }
  return true;
}

bool Parser::operand(Stmt& stmt, Scope& scope, std::string_view kind) {
  const Place place = placeOf(token_);
  NameId id;
  if (!name(id, kind, nameOf(stmt.op), usageOf(stmt.op))) return false;
  use(scope, id, place);
  stmt.operand = id.raw;
  return true;
}

bool Parser::jumpTarget(Stmt& stmt, std::string_view after) {
  const Place place = placeOf(token_);
  NameId id;
  if (!name(id, "a label", after, usageOf(stmt.op))) return false;
  use(labels_, id, place);
  std::vector<std::uint32_t>& targets = module_.processes.back().functions.back().targets;
  if (stmt.targetCount == 0) stmt.firstTarget = static_cast<std::uint32_t>(targets.size());
  ++stmt.targetCount;
  targets.push_back(id.raw);
  return true;
}

bool Parser::lockMode(Stmt& stmt) {
  if (!operand(stmt, locks_, "a lock")) return false;
  const Place place = placeOf(token_);
  stmt.shared = accept("shared");
  Scope::Entry& entry = locks_.at(NameId(stmt.operand));
  if (stmt.shared && entry.usedSharedAt.line == 0) entry.usedSharedAt = place;
  return true;
}

// --- Names, positions ---

bool Parser::name(NameId& id, std::string_view what, std::string_view after, std::string_view usage) {
  const bool isName = token_.kind == TokenKind::String ||
                      (token_.kind == TokenKind::Word && isPlainName(token_.text) && !isKeyword(token_.text));
  if (!isName) return expected(std::string(what) + " after " + tick(after), "write " + tick(usage));
  id = names_.idOf(token_);
  advance();
  return true;
}

void Parser::declare(Scope& scope, NameId id, Place place, std::size_t meaning, std::string_view kind) {
  Scope::Entry& entry = scope.at(id);
  if (entry.meaning != Scope::kUndeclared) {
    report(place, "there is already a " + std::string(kind) + " named " + shown(names_[id]) + ", on line " +
                      std::to_string(entry.declaredAt.line) + ": rename one of them");
    return;
  }
  entry.meaning = static_cast<std::uint32_t>(meaning);
  entry.declaredAt = place;
}

void Parser::use(Scope& scope, NameId id, Place place) {
  Scope::Entry& entry = scope.at(id);
  if (entry.usedAt.line == 0) entry.usedAt = place;
}

bool Parser::position(SourceLoc& loc, Place own) {
  if (!token_.isPunct("@")) {
    loc = {internFile(fileName_), own.line, own.column};
    return true;
  }
  advance();
  const std::string advice = "write `" + std::string(kPositionUsage) + "`";
  if (token_.kind != TokenKind::String) return expected("a file name in quotes after `@`", advice);
  loc.file = token_.escaped ? module_.files.intern(unescape(token_.text)) : internFile(token_.text);
  advance();
  if (!expectPunct(":", "`:` and a line number", advice)) return false;
  if (!number(loc.line, "line")) return false;
  if (!token_.isPunct(":")) return true;
  advance();
  return number(loc.column, "column");
}

bool Parser::number(std::uint32_t& value, std::string_view what) {
  if (token_.kind != TokenKind::Number) {
    return expected("a " + std::string(what) + " number", "write `" + std::string(kPositionUsage) + "`");
  }
  const std::optional<std::uint64_t> parsed = numberOf(token_.text, UINT32_MAX);
  if (!parsed) {
    return fail("the " + std::string(what) + " number " + std::string(token_.text.substr(0, 40)) +
                " is too large: the largest is 4294967295");
  }
  value = static_cast<std::uint32_t>(*parsed);
  advance();
  return true;
}

// Most statements are in the file of the statement before.
FileId Parser::internFile(std::string_view file) {
  if (!lastFileId_.valid() || file != lastFile_) {
    lastFileId_ = module_.files.intern(file);
    lastFile_ = file;
  }
  return lastFileId_;
}

// --- Names become ids ---

void Parser::resolveLabels(Function& function) {
  reportUnknown(labels_, "label", " in function " + shown(function.name), "write `LABEL:` before a statement");
  for (std::uint32_t& target : function.targets) target = labels_.meaningOf(NameId(target));
}

void Parser::resolveFunctions(Process& process, NameId entry) {
  reportUnknown(functions_, "function", " in process " + shown(process.name), "add `function NAME { ... }` to it");
  if (entry.valid()) {
    process.entry = FunctionId(functions_.meaningOf(entry));
  } else if (!process.functions.empty()) {
    process.entry = FunctionId(0);
  }
  for (Function& function : process.functions) {
    for (Stmt& stmt : function.body) {
      if (stmt.op == Op::Call) stmt.operand = functions_.meaningOf(NameId(stmt.operand));
    }
  }
}

void Parser::resolveModule() {
  reportUnknown(locations_, "location", "", "declare it with `location NAME`");
  reportUnknown(locks_, "lock", "", "declare it with `lock NAME`");
  reportUnknown(flags_, "flag", "", "declare it with `flag NAME`");
  reportUnknown(processes_, "process", "", "add `process NAME { ... }`");
  for (NameId id : locks_.names()) {
    const Scope::Entry& entry = locks_.at(id);
    if (entry.usedSharedAt.line == 0 || entry.meaning >= module_.locks.size()) continue;
    if (module_.locks[entry.meaning].shared) continue;
    report(entry.usedSharedAt, "lock " + shown(names_[id]) + " is not declared `shared`: declare it with `lock " +
                                   quoted(names_[id], keywords()) + " shared`");
  }
  for (Process& process : module_.processes) {
    for (Function& function : process.functions) {
      for (Stmt& stmt : function.body) {
        const NameId id(stmt.operand);
        if (isAccess(stmt.op)) {
          stmt.operand = locations_.meaningOf(id);
        } else if (stmt.op == Op::Lock || stmt.op == Op::Unlock || stmt.op == Op::TryLock || stmt.op == Op::Wait) {
          stmt.operand = locks_.meaningOf(id);
        } else if (stmt.op == Op::Start || stmt.op == Op::Join) {
          stmt.operand = processes_.meaningOf(id);
        } else if (stmt.op == Op::Set || stmt.op == Op::Require || stmt.op == Op::Claim) {
          stmt.operand = flags_.meaningOf(id);
        }
      }
    }
  }
}

// One error for each name of `scope` that was used and is not declared.
void Parser::reportUnknown(Scope& scope, std::string_view noSuch, std::string_view inside, std::string_view advice) {
  std::vector<std::string_view> declared;
  bool collected = false;
  for (std::size_t i = 0; i < scope.names().size() && !stopped_; ++i) {
    const NameId id = scope.names()[i];
    const Scope::Entry& entry = scope.at(id);
    if (entry.meaning != Scope::kUndeclared || entry.usedAt.line == 0) continue;
    if (!std::exchange(collected, true)) {
      for (NameId other : scope.names()) {
        if (scope.at(other).meaning != Scope::kUndeclared) declared.push_back(names_[other]);
      }
    }
    std::string message = "no " + std::string(noSuch) + " named " + shown(names_[id]) + std::string(inside);
    const std::string_view close = closest(names_[id], declared);
    message += close.empty() ? ": " + std::string(advice) : "; did you mean " + shown(close) + "?";
    report(entry.usedAt, std::move(message));
  }
}

Diagnostics Parser::errors() {
  std::sort(errors_.begin(), errors_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.where, a.message) < std::tie(b.where, b.message);
  });
  if (stopped_) {
    errors_.push_back(
        {errors_.back().where, "there are more than 20 errors; the others are not shown", Severity::Note});
  }
  return std::move(errors_);
}

Result<Module> Parser::run() {
  while (!stopped_) {
    skipNewlines();
    if (token_.kind == TokenKind::End) break;
    if (!topLevel()) recover();
  }
  if (!stopped_) resolveModule();
  if (!errors_.empty()) return errors();
  renumber(module_);
  return std::move(module_);
}

}  // namespace

Result<Module> parse(std::string_view text, std::string_view fileName) {
  if (text.size() >= UINT32_MAX) {
    Diagnostic tooLarge;
    tooLarge.where.file = fileName;
    tooLarge.message = "the file is larger than 4 GiB: split the model";
    return tooLarge;
  }
  return Parser(text, fileName).run();
}

}  // namespace empire::esl
