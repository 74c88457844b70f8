// Two passes over the tokens: the first collects the handles of types, objects and functions, which may be used before
// they are declared; the second reads. Values must be declared before they are used; labels are resolved at the end of
// their function. Parsing ends at the first error.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "program/text.h"
#include "program/words.h"
#include "support/lexer.h"

namespace empire::program {

namespace {

using Handles = std::map<std::string, std::size_t, std::less<>>;

class Parser {
 public:
  Parser(std::string_view text, std::string_view fileName) : fileName_(fileName) {
    Lexer lexer(text);
    do tokens_.push_back(lexer.next());
    while (tokens_.back().kind != TokenKind::End && tokens_.back().kind != TokenKind::Error);
    if (tokens_.back().kind == TokenKind::Error) lexicalError_ = std::string(tokens_.back().text);
  }
  Result<Program> run();

 private:
  const Token& token() const { return tokens_[at_]; }
  void advance() {
    if (at_ + 1 < tokens_.size()) ++at_;
  }
  bool fail(const std::string& message);
  bool acceptWord(std::string_view word);
  bool acceptPunct(std::string_view punct);
  bool expectPunct(std::string_view punct);
  bool endOfLine();
  void skipNewlines() {
    while (token().kind == TokenKind::Newline) advance();
  }

  void collectHandles();
  bool topLevel();
  bool file();
  bool sizes();
  bool type();
  bool field(Type& type);
  bool object();
  bool objectClause(Object& object);
  bool cell();
  bool gap(std::vector<Gap>& list);
  bool function();
  bool functionClause(Function& function);
  bool functionBody(Function& function);
  bool value(Function& function);
  bool param(Function& function);
  bool node(Function& function);
  bool nodeHead(Function& function, Node& node);
  bool clause(Function& function, Node& node);
  bool wordClause(Function& function, Node& node, std::string_view word);
  bool callees(Node& node);
  bool args(Function& function, Node& node);
  bool successors(std::size_t node);
  bool resolveLabels(Function& function);

  bool operand(const Function& function, Operand& operand);
  bool namedOperand(const Function& function, Operand& operand);
  bool braced(Operand& operand);
  bool member(const Function& function, std::string_view name, Operand& operand);
  bool place(Place& place);
  bool offset(std::int64_t& offset);
  bool position(SourceLoc& loc);
  bool string(std::string& text);
  bool number(std::uint64_t& number, std::uint64_t max = UINT64_MAX);
  bool handle(std::string& word);
  template <class IdType>
  bool reference(const Handles& handles, std::string_view kind, IdType& id);

  std::string_view fileName_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::string lexicalError_;
  Diagnostics errors_;
  Program program_;
  Handles types_, objects_, functions_, values_, labels_;
  struct Jump {
    std::size_t node;
    std::string label;
    Token where;
  };
  std::vector<Jump> jumps_;
  FileId lastFile_;
};

// --- Tokens ---

bool Parser::fail(const std::string& message) {
  const bool lexical = token().kind == TokenKind::Error;
  errors_.push_back({{std::string(fileName_), token().line, token().column},
                     lexical ? lexicalError_ : message + ", found " + describe(token()),
                     Severity::Error});
  return false;
}

bool Parser::acceptWord(std::string_view word) {
  if (!token().isWord(word)) return false;
  advance();
  return true;
}

bool Parser::acceptPunct(std::string_view punct) {
  if (!token().isPunct(punct)) return false;
  advance();
  return true;
}

bool Parser::expectPunct(std::string_view punct) {
  return acceptPunct(punct) || fail("expected `" + std::string(punct) + "`");
}

bool Parser::endOfLine() {
  if (token().kind == TokenKind::End || token().isPunct("}")) return true;
  if (token().kind != TokenKind::Newline) return fail("expected the end of the line");
  advance();
  return true;
}

bool Parser::string(std::string& text) {
  if (token().kind != TokenKind::String) return fail("expected a string");
  text = unescape(token().text);
  advance();
  return true;
}

bool Parser::number(std::uint64_t& value, std::uint64_t max) {
  const auto parsed = token().kind == TokenKind::Number ? numberOf(token().text, max) : std::nullopt;
  if (!parsed) return fail("expected a number");
  value = *parsed;
  advance();
  return true;
}

bool Parser::handle(std::string& word) {
  if (token().kind != TokenKind::Word) return fail("expected a name");
  word = std::string(token().text);
  advance();
  return true;
}

template <class IdType>
bool Parser::reference(const Handles& handles, std::string_view kind, IdType& id) {
  const auto found = token().kind == TokenKind::Word ? handles.find(token().text) : handles.end();
  if (found == handles.end()) return fail("expected the name of " + std::string(kind));
  id = IdType(found->second);
  advance();
  return true;
}

bool Parser::position(SourceLoc& loc) {
  if (token().kind == TokenKind::String) {
    lastFile_ = program_.files.intern(unescape(token().text));
    advance();
    if (!expectPunct(":")) return false;
  }
  if (!lastFile_.valid()) return fail("expected the name of a file");
  std::uint64_t line = 0, column = 0;
  if (!number(line, UINT32_MAX)) return false;
  if (acceptPunct(":") && !number(column, UINT32_MAX)) return false;
  loc = {lastFile_, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)};
  return true;
}

// --- Declarations ---

void Parser::collectHandles() {
  std::size_t depth = 0;
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    if (tokens_[i].isPunct("{")) ++depth;
    if (tokens_[i].isPunct("}") && depth > 0) --depth;
    const bool first = i == 0 || tokens_[i - 1].kind == TokenKind::Newline || tokens_[i - 1].isPunct("}");
    if (depth != 0 || !first || tokens_[i].kind != TokenKind::Word) continue;
    Handles* into = tokens_[i].isWord("type")       ? &types_
                    : tokens_[i].isWord("object")   ? &objects_
                    : tokens_[i].isWord("function") ? &functions_
                                                    : nullptr;
    if (into != nullptr) into->emplace(std::string(tokens_[i + 1].text), into->size());
  }
}

bool Parser::topLevel() {
  if (acceptWord("file")) return file();
  if (acceptWord("sizes")) return sizes();
  if (acceptWord("type")) return type();
  if (acceptWord("object")) return object();
  if (acceptWord("cell")) return cell();
  if (acceptWord("gap")) return gap(program_.gaps);
  if (acceptWord("assumption")) return gap(program_.assumptions);
  if (acceptWord("function")) return function();
  FunctionId id;
  if (acceptWord("main")) return reference(functions_, "a function", program_.main) && endOfLine();
  const bool initialiser = acceptWord("initialiser");
  if (!initialiser && !acceptWord("finaliser")) {
    return fail("expected type, object, cell, gap, assumption, function, main, initialiser, finaliser, file or sizes");
  }
  if (!reference(functions_, "a function", id)) return false;
  (initialiser ? program_.initialisers : program_.finalisers).push_back(id);
  return endOfLine();
}

bool Parser::file() {
  std::string name;
  if (!string(name)) return false;
  program_.files.intern(name);
  return endOfLine();
}

bool Parser::sizes() {
  Sizes& s = program_.sizes;
  return number(s.functions) && expectPunct(",") && number(s.instructions) && expectPunct(",") &&
         number(s.functionsAfterInlining) && expectPunct(",") && number(s.instructionsAfterInlining) && endOfLine();
}

bool Parser::type() {
  Type type;
  if (!handle(type.name)) return false;
  if (types_.find(type.name)->second != program_.types.size()) return fail("a type is declared twice");
  if (token().kind == TokenKind::String && !string(type.name)) return false;
  while (!token().isPunct("{")) {
    if (acceptWord("size")) {
      if (!number(type.size)) return false;
    } else if (acceptWord("base")) {
      if (!reference(types_, "a type", type.bases.emplace_back())) return false;
    } else {
      return fail("expected size, base or `{`");
    }
  }
  advance();
  for (skipNewlines(); !acceptPunct("}"); skipNewlines()) {
    if (!field(type)) return false;
  }
  program_.types.push_back(std::move(type));
  return endOfLine();
}

bool Parser::field(Type& type) {
  Field field;
  if (!acceptWord("field")) return fail("expected field");
  if (token().kind == TokenKind::String ? !string(field.name) : !handle(field.name)) return false;
  if (!number(field.offset)) return false;
  if (!acceptWord("size")) return fail("expected size");
  if (!number(field.size)) return false;
  field.sync = acceptWord("sync");
  type.fields.push_back(std::move(field));
  return endOfLine();
}

bool Parser::object() {
  Object object;
  if (!handle(object.name)) return false;
  if (objects_.find(object.name)->second != program_.objects.size()) return fail("an object is declared twice");
  if (token().kind == TokenKind::String && !string(object.name)) return false;
  const auto kind = objectKindOf(token().text);
  if (token().kind != TokenKind::Word || !kind) return fail("expected global, stack, heap or thread");
  object.kind = *kind;
  advance();
  while (token().kind != TokenKind::Newline && token().kind != TokenKind::End) {
    if (!objectClause(object)) return false;
  }
  program_.objects.push_back(std::move(object));
  return endOfLine();
}

bool Parser::objectClause(Object& object) {
  if (acceptWord("type")) return reference(types_, "a type", object.type);
  if (acceptWord("size")) return number(object.size);
  if (acceptWord("base")) return number(object.base);
  if (acceptWord("inexact")) return string(object.whyInexact);
  if (acceptPunct("@")) return position(object.site);
  bool* flag = token().isWord("query")          ? &object.isQuery
               : token().isWord("other")        ? &object.isOther
               : token().isWord("library")      ? &object.library
               : token().isWord("exact")        ? &object.exact
               : token().isWord("array")        ? &object.array
               : token().isWord("thread-local") ? &object.threadLocal
                                                : nullptr;
  if (flag == nullptr) return fail("expected type, size, query, other, library, exact, inexact, array, thread-local");
  *flag = true;
  advance();
  return true;
}

bool Parser::cell() {
  Cell cell;
  if (!place(cell.at) || !expectPunct("->")) return false;
  do {
    if (!place(cell.to.emplace_back())) return false;
  } while (acceptPunct(","));
  std::sort(cell.to.begin(), cell.to.end());
  program_.cells.push_back(std::move(cell));
  return endOfLine();
}

bool Parser::gap(std::vector<Gap>& list) {
  Gap gap;
  if (!string(gap.what)) return false;
  if (acceptPunct("@") && !position(gap.loc)) return false;
  list.push_back(std::move(gap));
  return endOfLine();
}

// --- Functions ---

bool Parser::function() {
  Function function;
  values_.clear();
  labels_.clear();
  jumps_.clear();
  if (!handle(function.name)) return false;
  if (functions_.find(function.name)->second != program_.functions.size()) return fail("a function is declared twice");
  if (token().kind == TokenKind::String && !string(function.name)) return false;
  while (!token().isPunct("{")) {
    if (!functionClause(function)) return false;
  }
  advance();
  if (!functionBody(function) || !resolveLabels(function)) return false;
  program_.functions.push_back(std::move(function));
  return endOfLine();
}

bool Parser::functionClause(Function& function) {
  if (acceptWord("context")) return string(function.context);
  if (acceptWord("method")) return reference(types_, "a type", function.methodOf);
  if (acceptPunct("@")) return position(function.loc);
  bool* flag = token().isWord("user")          ? &function.user
               : token().isWord("constructor") ? &function.constructor
               : token().isWord("destructor")  ? &function.destructor
               : token().isWord("once")        ? &function.runsOnce
                                               : nullptr;
  if (flag == nullptr) return fail("expected user, method, constructor, destructor, once, context or `{`");
  *flag = true;
  advance();
  return true;
}

bool Parser::functionBody(Function& function) {
  for (skipNewlines(); !acceptPunct("}"); skipNewlines()) {
    if (acceptWord("value")) {
      if (!value(function)) return false;
    } else if (acceptWord("param")) {
      if (!param(function)) return false;
    } else if (!node(function)) {
      return false;
    }
  }
  return true;
}

bool Parser::value(Function& function) {
  std::string name;
  Value value;
  if (!handle(name)) return false;
  if (acceptPunct("=")) {
    do {
      if (acceptWord("unknown")) {
        value.unknown = true;
      } else if (!reference(objects_, "an object", value.objects.emplace_back())) {
        return false;
      }
    } while (acceptPunct(","));
  }
  std::sort(value.objects.begin(), value.objects.end());
  if (!values_.emplace(name, function.values.size()).second) return fail("a value is declared twice");
  function.values.push_back(std::move(value));
  return endOfLine();
}

bool Parser::param(Function& function) {
  if (!reference(values_, "a value", function.params.emplace_back())) return false;
  if (token().kind == TokenKind::String) {
    function.paramNames.resize(function.params.size());
    if (!string(function.paramNames.back())) return false;
  }
  if (acceptWord("type")) {
    function.paramTypes.resize(function.params.size());
    if (!acceptWord("none") && !reference(types_, "a type", function.paramTypes.back())) return false;
  }
  return endOfLine();
}

bool Parser::node(Function& function) {
  const std::size_t index = function.nodes.size();
  std::string word;
  if (!handle(word)) return false;
  while (acceptPunct(":")) {
    if (!labels_.emplace(word, index).second) return fail("a label is placed twice");
    skipNewlines();
    if (!handle(word)) return false;
  }
  const auto op = opOf(word);
  if (!op) {
    --at_;
    return fail("expected an operation");
  }
  Node node;
  node.op = *op;
  if (!nodeHead(function, node)) return false;
  bool jumps = false;
  while (token().kind != TokenKind::Newline && token().kind != TokenKind::End && !token().isPunct("}")) {
    if (acceptPunct("->")) {
      jumps = true;
      if (!successors(index)) return false;
    } else if (!clause(function, node)) {
      return false;
    }
  }
  if (!jumps && !endsControl(node.op)) node.next.push_back(NodeId(index + 1));
  function.nodes.push_back(std::move(node));
  return endOfLine();
}

bool Parser::nodeHead(Function& function, Node& node) {
  const bool begins = token().kind == TokenKind::Word && !isClauseWord(token().text);
  if (operandFirst(node.op)) return (!begins && !token().isPunct("{")) || operand(function, node.operand);
  if (node.op == Op::Alloc || node.op == Op::Define) return !begins || reference(values_, "a value", node.defines);
  const bool unknown = token().isWord("unknown");
  const bool calls = node.op == Op::Call || node.op == Op::Start || node.op == Op::Once || node.op == Op::External;
  return !calls || !(begins || unknown) || callees(node);
}

bool Parser::callees(Node& node) {
  do {
    if (acceptWord("unknown")) {
      node.calleesUnknown = true;
      continue;
    }
    Callee& callee = node.callees.emplace_back();
    if (!reference(functions_, "a function", callee.function)) return false;
    if (acceptWord("when") && !reference(objects_, "an object", callee.when)) return false;
  } while (acceptPunct(","));
  std::sort(node.callees.begin(), node.callees.end());
  return true;
}

bool Parser::args(Function& function, Node& node) {
  if (acceptPunct(")")) return true;
  do {
    if (!operand(function, node.args.emplace_back())) return false;
  } while (acceptPunct(","));
  return expectPunct(")");
}

bool Parser::clause(Function& function, Node& node) {
  if (acceptPunct("@")) return position(node.loc);
  if (acceptPunct("(")) return args(function, node);
  if (token().kind == TokenKind::String) return string(node.text);
  std::string word;
  return handle(word) && wordClause(function, node, word);
}

bool Parser::wordClause(Function& function, Node& node, std::string_view word) {
  if (word == "on") return operand(function, node.operand);
  if (word == "name") return string(node.name);
  if (word == "defines") return reference(values_, "a value", node.defines);
  if (word == "from") {
    do {
      if (!reference(values_, "a value", node.sources.emplace_back())) return false;
    } while (acceptPunct(","));
    return true;
  }
  bool* flag = word == "shared"      ? &node.shared
               : word == "any-mode"  ? &node.anyMode
               : word == "recursive" ? &node.recursive
               : word == "atomic"    ? &node.atomic
               : word == "volatile"  ? &node.volatileAccess
                                     : nullptr;
  if (flag == nullptr) {
    --at_;
    return fail("expected a clause of the operation");
  }
  *flag = true;
  return true;
}

bool Parser::successors(std::size_t node) {
  if (acceptWord("nothing")) return true;
  do {
    const Token where = token();
    std::string label;
    if (!handle(label)) return false;
    jumps_.push_back({node, label, where});
  } while (acceptPunct(","));
  return true;
}

bool Parser::resolveLabels(Function& function) {
  for (const Jump& jump : jumps_) {
    const auto found = labels_.find(jump.label);
    if (found == labels_.end() || found->second >= function.nodes.size()) {
      errors_.push_back({{std::string(fileName_), jump.where.line, jump.where.column},
                         "no label `" + jump.label + "` in this function",
                         Severity::Error});
      return false;
    }
    function.nodes[jump.node].next.push_back(NodeId(found->second));
  }
  if (!function.nodes.empty() && !function.nodes.back().next.empty() &&
      function.nodes.back().next.back().index() == function.nodes.size()) {
    return fail("expected the last operation of the function to jump, return, unwind or stop");
  }
  return true;
}

// --- Operands ---

bool Parser::offset(std::int64_t& offset) {
  if (!acceptPunct("+")) return true;
  if (acceptPunct("?")) {
    offset = -1;
    return true;
  }
  std::uint64_t value = 0;
  if (!number(value, INT64_MAX)) return false;
  offset = static_cast<std::int64_t>(value);
  return true;
}

bool Parser::place(Place& place) { return reference(objects_, "an object", place.object) && offset(place.offset); }

bool Parser::operand(const Function& function, Operand& operand) {
  if (!acceptWord("nothing") && !(token().isPunct("{") ? braced(operand) : namedOperand(function, operand)))
    return false;
  std::uint64_t size = 0;
  if (acceptWord("size")) {
    if (!number(size, UINT32_MAX)) return false;
    operand.size = static_cast<std::uint32_t>(size);
  }
  std::sort(operand.places.begin(), operand.places.end());
  return true;
}

bool Parser::braced(Operand& operand) {
  advance();
  if (acceptPunct("}")) return true;
  do {
    if (acceptWord("unknown")) {
      operand.unknown = true;
    } else if (!place(operand.places.emplace_back())) {
      return false;
    }
  } while (acceptPunct(","));
  return expectPunct("}");
}

// `v`, `v+8`, `v{a+8, b}`: a value; `g+8`: an object; `v.count`, `g.count`: a field of either.
bool Parser::namedOperand(const Function& function, Operand& operand) {
  const std::string name(token().kind == TokenKind::Word ? token().text : std::string_view());
  if (auto found = values_.find(name); found != values_.end()) {
    advance();
    operand.root = ValueId(found->second);
    if (token().isPunct("{")) return braced(operand);
    std::int64_t at = 0;
    if (!offset(at)) return false;
    const Value& value = function.values[operand.root.index()];
    for (ObjectId object : value.objects) operand.places.push_back({object, at});
    operand.unknown = value.unknown;
    return true;
  }
  if (objects_.find(name) != objects_.end()) return place(operand.places.emplace_back());
  return member(function, name, operand);
}

bool Parser::member(const Function& function, std::string_view name, Operand& operand) {
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
    const std::string_view owner = name.substr(0, dot);
    std::vector<ObjectId> objects;
    if (auto found = values_.find(owner); found != values_.end()) {
      operand.root = ValueId(found->second);
      objects = function.values[found->second].objects;
      operand.unknown = function.values[found->second].unknown;
    } else if (auto named = objects_.find(owner); named != objects_.end()) {
      objects.push_back(ObjectId(named->second));
    }
    for (ObjectId id : objects) {
      if (id.index() >= program_.objects.size() || !program_.objects[id.index()].type.valid()) continue;
      const TypeId type = program_.objects[id.index()].type;
      if (type.index() >= program_.types.size()) continue;
      for (const Field& field : program_.types[type.index()].fields) {
        if (field.name != name.substr(dot + 1)) continue;
        const std::uint64_t base = program_.objects[id.index()].base;
        operand.places.push_back({id, static_cast<std::int64_t>(base + field.offset)});
        operand.size = static_cast<std::uint32_t>(field.size);
      }
    }
    if (!operand.places.empty()) {
      advance();
      return true;
    }
  }
  return fail("expected a value, an object or a field of one");
}

Result<Program> Parser::run() {
  collectHandles();
  for (skipNewlines(); token().kind != TokenKind::End; skipNewlines()) {
    if (!topLevel()) return std::move(errors_);
  }
  return std::move(program_);
}

}  // namespace

Result<Program> parse(std::string_view text, std::string_view fileName) { return Parser(text, fileName).run(); }

}  // namespace empire::program
