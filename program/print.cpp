// Every type, object and function gets a handle: its name with all runs of other bytes replaced by `.`, made unique by
// a number. The name itself follows in quotes where the handle differs from it. Values are v0, v1, ...; nodes are n0,
// n1, ..., written only where something jumps to them.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "program/text.h"
#include "program/words.h"
#include "support/lexer.h"

namespace empire::program {

namespace {

std::string slug(std::string_view name, std::string_view whenEmpty) {
  std::string out;
  for (char c : name) {
    const bool plain = c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (plain) out += c;
    if (!plain && !out.empty() && out.back() != '.') out += '.';
  }
  while (!out.empty() && out.back() == '.') out.pop_back();
  if (out.empty() || (out[0] >= '0' && out[0] <= '9')) out = std::string(whenEmpty) + out;
  return out;
}

class Handles {
 public:
  std::string make(std::string_view name, std::string_view whenEmpty) {
    const std::string base = slug(name, whenEmpty);
    std::string handle = base;
    for (int n = 2; isClauseWord(handle) || !used_.insert(handle).second; ++n) handle = base + "." + std::to_string(n);
    return handle;
  }

 private:
  std::set<std::string> used_;
};

class Printer {
 public:
  explicit Printer(const Program& program);
  std::string run();

 private:
  void type(std::size_t index);
  void object(std::size_t index);
  void cell(const Cell& cell);
  void function(std::size_t index);
  void node(const Function& function, std::size_t index);
  void nodeOperands(const Function& function, const Node& node);
  void clauses(const Node& node);
  void successors(const Node& node, std::size_t index);
  void operand(const Function& function, const Operand& operand);
  void callees(const Node& node);
  void args(const Function& function, const Node& node);
  void places(const std::vector<Place>& places);
  void functionList(std::string_view word, const std::vector<FunctionId>& list);
  std::string place(const Place& place) const;
  std::string value(ValueId id) const { return valuePrefix_ + std::to_string(id.index()); }
  void position(const SourceLoc& loc);
  void nameIfNot(const std::string& handle, const std::string& name);
  void flag(bool on, std::string_view word);
  void text(std::string_view word, const std::string& text);

  const Program& program_;
  std::string out_;
  FileId lastFile_;
  std::vector<std::string> types_, objects_, functions_;
  std::string valuePrefix_ = "v";
};

Printer::Printer(const Program& program) : program_(program) {
  Handles types, objects, functions;
  for (const Type& type : program.types) types_.push_back(types.make(type.name, "type"));
  for (const Object& object : program.objects) objects_.push_back(objects.make(object.name, "object"));
  for (const Function& function : program.functions) functions_.push_back(functions.make(function.name, "function"));
  // An object called v3 must not be taken for a value.
  const auto clashes = [&](const std::string& handle) {
    return handle.size() > valuePrefix_.size() && handle.compare(0, valuePrefix_.size(), valuePrefix_) == 0 &&
           handle.find_first_not_of("0123456789", valuePrefix_.size()) == std::string::npos;
  };
  while (std::any_of(objects_.begin(), objects_.end(), clashes)) valuePrefix_ += 'v';
}

void Printer::position(const SourceLoc& loc) {
  if (!loc.file.valid()) return;
  out_ += " @";
  if (loc.file != lastFile_) out_ += quotedAlways(program_.files[loc.file]) + ":";
  lastFile_ = loc.file;
  out_ += std::to_string(loc.line);
  if (loc.column != 0) out_ += ":" + std::to_string(loc.column);
}

void Printer::nameIfNot(const std::string& handle, const std::string& name) {
  if (handle != name) out_ += " " + quotedAlways(name);
}

void Printer::flag(bool on, std::string_view word) {
  if (on) out_ += " " + std::string(word);
}

void Printer::text(std::string_view word, const std::string& text) {
  if (!text.empty()) out_ += " " + std::string(word) + (word.empty() ? "" : " ") + quotedAlways(text);
}

std::string Printer::place(const Place& place) const {
  const std::string object = objects_[place.object.index()];
  if (place.offset < 0) return object + "+?";
  return place.offset == 0 ? object : object + "+" + std::to_string(place.offset);
}

void Printer::places(const std::vector<Place>& places) {
  for (std::size_t i = 0; i < places.size(); ++i) out_ += (i == 0 ? "" : ", ") + place(places[i]);
}

void Printer::type(std::size_t index) {
  const Type& type = program_.types[index];
  out_ += "type " + types_[index];
  nameIfNot(types_[index], type.name);
  out_ += " size " + std::to_string(type.size);
  for (TypeId base : type.bases) out_ += " base " + types_[base.index()];
  out_ += " {\n";
  for (const Field& field : type.fields) {
    out_ += "  field " + (isPlainName(field.name) ? field.name : quotedAlways(field.name)) + " " +
            std::to_string(field.offset) + " size " + std::to_string(field.size);
    flag(field.sync, "sync");
    out_ += '\n';
  }
  out_ += "}\n";
}

void Printer::object(std::size_t index) {
  const Object& object = program_.objects[index];
  out_ += "object " + objects_[index];
  nameIfNot(objects_[index], object.name);
  out_ += " " + std::string(nameOf(object.kind));
  if (object.type.valid()) out_ += " type " + types_[object.type.index()];
  if (object.base != 0) out_ += " base " + std::to_string(object.base);
  if (object.size != 0) out_ += " size " + std::to_string(object.size);
  flag(object.isQuery, "query");
  flag(object.isOther, "other");
  flag(object.library, "library");
  flag(object.exact, "exact");
  text("inexact", object.whyInexact);
  flag(object.array, "array");
  flag(object.threadLocal, "thread-local");
  position(object.site);
  out_ += '\n';
}

void Printer::cell(const Cell& cell) {
  out_ += "cell " + place(cell.at) + " -> ";
  places(cell.to);
  out_ += '\n';
}

void Printer::function(std::size_t index) {
  const Function& function = program_.functions[index];
  out_ += "\nfunction " + functions_[index];
  nameIfNot(functions_[index], function.name);
  text("context", function.context);
  flag(function.user, "user");
  if (function.methodOf.valid()) out_ += " method " + types_[function.methodOf.index()];
  flag(function.constructor, "constructor");
  flag(function.destructor, "destructor");
  flag(function.runsOnce, "once");
  position(function.loc);
  out_ += " {\n";
  for (std::size_t v = 0; v < function.values.size(); ++v) {
    out_ += "  value " + value(ValueId(v));
    std::string_view separator = " = ";
    for (ObjectId object : function.values[v].objects) {
      out_ += std::string(separator) + objects_[object.index()];
      separator = ", ";
    }
    if (function.values[v].unknown) out_ += std::string(separator) + "unknown";
    out_ += '\n';
  }
  for (std::size_t p = 0; p < function.params.size(); ++p) {
    out_ += "  param " + value(function.params[p]);
    if (p < function.paramNames.size()) out_ += " " + quotedAlways(function.paramNames[p]);
    if (p < function.paramTypes.size()) {
      out_ += " type " + (function.paramTypes[p].valid() ? types_[function.paramTypes[p].index()] : "none");
    }
    out_ += '\n';
  }
  for (std::size_t n = 0; n < function.nodes.size(); ++n) node(function, n);
  out_ += "}\n";
}

// The short form where the places are all objects of the root at one offset, else the root and its places in braces.
void Printer::operand(const Function& function, const Operand& operand) {
  out_ += ' ';
  if (!operand.root.valid() && operand.places.empty() && !operand.unknown) {
    out_ += "nothing";
  } else if (!operand.root.valid() && operand.places.size() == 1 && !operand.unknown) {
    out_ += place(operand.places[0]);
  } else {
    std::vector<ObjectId> objects;
    bool sameOffset = operand.root.valid() && !operand.places.empty();
    for (const Place& at : operand.places) {
      objects.push_back(at.object);
      sameOffset = sameOffset && at.offset == operand.places[0].offset;
    }
    if (operand.root.valid()) out_ += value(operand.root);
    const Value* root = operand.root.valid() ? &function.values[operand.root.index()] : nullptr;
    if (sameOffset && objects == root->objects && root->unknown == operand.unknown) {
      const std::int64_t offset = operand.places[0].offset;
      if (offset != 0) out_ += offset < 0 ? "+?" : "+" + std::to_string(offset);
    } else {
      out_ += '{';
      places(operand.places);
      if (operand.unknown) out_ += operand.places.empty() ? "unknown" : ", unknown";
      out_ += '}';
    }
  }
  if (operand.size != 0) out_ += " size " + std::to_string(operand.size);
}

void Printer::callees(const Node& node) {
  for (std::size_t i = 0; i < node.callees.size(); ++i) {
    out_ += (i == 0 ? " " : ", ") + functions_[node.callees[i].function.index()];
    if (node.callees[i].when.valid()) out_ += " when " + objects_[node.callees[i].when.index()];
  }
  if (node.calleesUnknown) out_ += node.callees.empty() ? " unknown" : ", unknown";
}

void Printer::args(const Function& function, const Node& node) {
  if (node.args.empty()) return;
  out_ += " (";
  for (std::size_t i = 0; i < node.args.size(); ++i) {
    if (i != 0) out_ += ',';
    operand(function, node.args[i]);
  }
  out_ += " )";
}

void Printer::nodeOperands(const Function& function, const Node& node) {
  const bool calls = node.op == Op::Call || node.op == Op::Start || node.op == Op::Once || node.op == Op::External;
  if (calls || !node.callees.empty() || node.calleesUnknown) {
    callees(node);
  } else if (node.defines.valid()) {
    out_ += " " + value(node.defines);
  }
  args(function, node);
  if (calls && node.defines.valid()) out_ += " defines " + value(node.defines);
  for (std::size_t i = 0; i < node.sources.size(); ++i) out_ += (i == 0 ? " from " : ", ") + value(node.sources[i]);
  if (node.operand != Operand{}) {
    if (!operandFirst(node.op)) out_ += " on";
    operand(function, node.operand);
  }
}

void Printer::clauses(const Node& node) {
  flag(node.shared, "shared");
  flag(node.anyMode, "any-mode");
  flag(node.recursive, "recursive");
  flag(node.atomic, "atomic");
  flag(node.volatileAccess, "volatile");
  text("name", node.name);
  text("", node.text);
  position(node.loc);
}

void Printer::successors(const Node& node, std::size_t index) {
  const bool falls = node.next.size() == 1 && node.next[0].index() == index + 1;
  if (endsControl(node.op) ? node.next.empty() : falls) return;
  out_ += " ->";
  if (node.next.empty()) out_ += " nothing";
  for (std::size_t i = 0; i < node.next.size(); ++i) {
    out_ += (i == 0 ? " n" : ", n") + std::to_string(node.next[i].index());
  }
}

void Printer::node(const Function& function, std::size_t index) {
  const Node& node = function.nodes[index];
  out_ += "  n" + std::to_string(index) + ": " + std::string(nameOf(node.op));
  nodeOperands(function, node);
  clauses(node);
  successors(node, index);
  out_ += '\n';
}

void Printer::functionList(std::string_view word, const std::vector<FunctionId>& list) {
  for (FunctionId id : list) out_ += std::string(word) + " " + functions_[id.index()] + "\n";
}

std::string Printer::run() {
  for (std::size_t i = 0; i < program_.files.size(); ++i) {
    out_ += "file " + quotedAlways(program_.files[FileId(i)]) + "\n";
  }
  const Sizes& s = program_.sizes;
  if (s != Sizes{}) {
    out_ += "sizes " + std::to_string(s.functions) + ", " + std::to_string(s.instructions) + ", " +
            std::to_string(s.functionsAfterInlining) + ", " + std::to_string(s.instructionsAfterInlining) + "\n";
  }
  for (std::size_t i = 0; i < program_.types.size(); ++i) type(i);
  for (std::size_t i = 0; i < program_.objects.size(); ++i) object(i);
  for (const Cell& item : program_.cells) cell(item);
  for (const Gap& assumption : program_.assumptions) {
    out_ += "assumption " + quotedAlways(assumption.what);
    position(assumption.loc);
    out_ += '\n';
  }
  for (const Gap& gap : program_.gaps) {
    out_ += "gap " + quotedAlways(gap.what);
    position(gap.loc);
    out_ += '\n';
  }
  functionList("initialiser", program_.initialisers);
  if (program_.main.valid()) functionList("main", {program_.main});
  functionList("finaliser", program_.finalisers);
  for (std::size_t i = 0; i < program_.functions.size(); ++i) function(i);
  return std::move(out_);
}

}  // namespace

std::string print(const Program& program) { return Printer(program).run(); }

}  // namespace empire::program
