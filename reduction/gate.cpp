#include "reduction/gate.h"

#include <algorithm>

namespace empire::reduction {

using program::Function;
using program::Node;
using program::ObjectId;
using program::Op;
using program::Operand;
using program::Place;

namespace {

class Gate {
 public:
  explicit Gate(const Facts& facts)
      : facts_(facts), holdsLock_(facts.program.objects.size(), false), leadsTo_(facts.program.objects.size()) {
    for (const Place& place : facts.slice.locks) holdsLock_[place.object.index()] = true;
    for (const program::Cell& cell : facts.program.cells) {
      for (const Place& to : cell.to) leadsTo_[cell.at.object.index()].push_back(to.object);
    }
  }

  Unseen run() {
    for (const program::Gap& gap : facts_.program.gaps) {
      note(gap.what, gap.loc);
      refuse(gap.what + " is not understood", gap.loc);
    }
    for (std::size_t f = 0; f < facts_.program.functions.size(); ++f) {
      if (!facts_.slice.reachable[f]) continue;
      for (const Node& node : facts_.program.functions[f].nodes) look(node);
    }
    return std::move(out_);
  }

 private:
  void look(const Node& node) {
    const std::string what = node.name.empty() ? (node.text.empty() ? "a call" : "`" + node.text + "`") : node.name;
    if (node.op == Op::External) {
      note(what + " has no body and no model", node.loc);
      const std::string reached = reachedBy(node);
      if (!reached.empty()) refuse(what + ", which is not seen, may reach " + reached, node.loc);
    }
    if (node.op == Op::Start && (node.callees.empty() || node.calleesUnknown)) {
      note("what the thread runs is not known", node.loc);
      refuse("what the thread runs is not known", node.loc);
    }
    if ((node.op == Op::Call || node.op == Op::Once) && (node.callees.empty() || node.calleesUnknown)) {
      note(what + " may call a function that is not known", node.loc);
      refuse(what + " may call a function that is not known", node.loc);
    }
  }

  // What the object is to the model; empty: nothing.
  std::string roleOf(ObjectId object) const {
    const std::string& name = facts_.program.objects[object.index()].name;
    if (facts_.locations.isAsked(object)) return "the object";
    if (facts_.locations.isOwner(object)) return "the object of a unitfor parameter (" + name + ")";
    if (facts_.locations.isStorage(object)) return "storage of the object's fields (" + name + ")";
    if (holdsLock_[object.index()]) return "a lock (" + name + ")";
    return {};
  }

  // What of the model the unseen code can get at; empty: nothing. It can follow pointers in what it is given and in
  // variables of static storage, which it may know by name.
  std::string reachedBy(const Node& node) const {
    std::vector<bool> seen(facts_.program.objects.size(), false);
    std::vector<ObjectId> work;
    auto reach = [&](ObjectId object) {
      if (seen[object.index()]) return;
      seen[object.index()] = true;
      work.push_back(object);
    };
    for (const Operand& arg : node.args) {
      for (const Place& place : arg.places) reach(place.object);
    }
    for (std::size_t o = 0; o < facts_.program.objects.size(); ++o) {
      const program::Object& object = facts_.program.objects[o];
      if (object.kind == program::ObjectKind::Global && !object.library) reach(ObjectId(o));
    }
    while (!work.empty()) {
      const ObjectId object = work.back();
      work.pop_back();
      if (std::string role = roleOf(object); !role.empty()) return role;
      for (ObjectId next : leadsTo_[object.index()]) reach(next);
    }
    for (const program::Callee& callee : node.callees) {
      if (facts_.slice.keep[callee.function.index()]) {
        return "the function " + facts_.program.functions[callee.function.index()].name;
      }
    }
    return {};
  }

  void note(const std::string& text, const SourceLoc& loc) {
    out_.notes.push_back({text, facts_.program.position(loc)});
  }
  void refuse(const std::string& reason, const SourceLoc& loc) {
    if (!out_.cannotBeSafe.empty()) return;
    const Position where = facts_.program.position(loc);
    out_.cannotBeSafe = reason;
    if (!where.file.empty()) out_.cannotBeSafe += " (" + where.file + ":" + std::to_string(where.line) + ")";
  }

  const Facts& facts_;
  std::vector<bool> holdsLock_;
  std::vector<std::vector<ObjectId>> leadsTo_;  // by object: where pointers in it lead
  Unseen out_;
};

}  // namespace

Unseen findUnseen(const Facts& facts) { return Gate(facts).run(); }

}  // namespace empire::reduction
