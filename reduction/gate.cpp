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
  explicit Gate(const Facts& facts) : facts_(facts), holdsLock_(facts.program.objects.size(), false) {
    for (const Place& place : facts.slice.locks) holdsLock_[place.object.index()] = true;
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

  // What of the model the unseen code can get at; empty: nothing.
  std::string reachedBy(const Node& node) const {
    for (const Operand& arg : node.args) {
      for (const Place& place : arg.places) {
        const std::string& name = facts_.program.objects[place.object.index()].name;
        if (facts_.locations.isAsked(place.object)) return "the object";
        if (facts_.locations.isOwner(place.object)) return "the object of a unitfor parameter (" + name + ")";
        if (facts_.locations.isStorage(place.object)) return "storage of the object's fields (" + name + ")";
        if (holdsLock_[place.object.index()]) return "a lock (" + name + ")";
      }
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
  Unseen out_;
};

}  // namespace

Unseen findUnseen(const Facts& facts) { return Gate(facts).run(); }

}  // namespace empire::reduction
