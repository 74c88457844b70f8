#include "reduction/slice.h"

#include <algorithm>

namespace empire::reduction {

using program::Callee;
using program::Function;
using program::Node;
using program::Op;
using program::Place;
using program::Program;

namespace {

using Flags = std::vector<bool>;

// Which nodes control can get to, if callees return and unwind as `exits` says so far.
struct FunctionExits {
  bool returns = false;
  bool unwinds = false;
};

FunctionExits exitsOf(const Function& function, const Exits& exits) {
  FunctionExits found;
  Flags seen(function.nodes.size(), false);
  std::vector<std::size_t> work;
  if (!seen.empty()) work.push_back(0);
  while (!work.empty()) {
    const std::size_t at = work.back();
    work.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    const Node& node = function.nodes[at];
    found.returns = found.returns || node.op == Op::Return;
    found.unwinds = found.unwinds || node.op == Op::Unwind;
    const bool calls = node.op == Op::Call || node.op == Op::Once;
    bool normal = !calls || node.calleesUnknown || node.callees.empty() || node.op == Op::Once;
    bool unwinding = !calls || node.calleesUnknown || node.callees.empty();
    bool calleeUnwinds = false;
    for (const Callee& callee : node.callees) {
      if (!calls) break;
      normal = normal || exits.returns[callee.function.index()];
      calleeUnwinds = calleeUnwinds || exits.unwinds[callee.function.index()];
    }
    unwinding = unwinding || calleeUnwinds;
    if (calls && node.next.size() == 1 && calleeUnwinds) found.unwinds = true;
    for (std::size_t i = 0; i < node.next.size(); ++i) {
      const bool open = !calls || (i == 0 ? normal : unwinding);
      if (open && !seen[node.next[i].index()]) work.push_back(node.next[i].index());
    }
  }
  return found;
}

/// `flags` becomes closed upwards: callers of a flagged function are flagged. Starts count as calls if `starts`.
void closeUpwards(const Program& program, bool starts, Flags& flags) {
  std::vector<std::vector<std::size_t>> callers(program.functions.size());
  std::vector<std::size_t> work;
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    if (flags[f]) work.push_back(f);
    for (const Node& node : program.functions[f].nodes) {
      if (node.op == Op::Start && !starts) continue;
      for (const Callee& callee : node.callees) callers[callee.function.index()].push_back(f);
    }
  }
  while (!work.empty()) {
    const std::size_t f = work.back();
    work.pop_back();
    for (std::size_t caller : callers[f]) {
      if (flags[caller]) continue;
      flags[caller] = true;
      work.push_back(caller);
    }
  }
}

Flags directlyAccessing(const Program& program, const Locations& locations) {
  Flags direct(program.functions.size(), false);
  for (std::size_t f = 0; f < direct.size(); ++f) {
    const std::vector<Node>& nodes = program.functions[f].nodes;
    direct[f] = std::any_of(nodes.begin(), nodes.end(), [&](const Node& n) { return isModelledAccess(n, locations); });
  }
  return direct;
}

// Through library functions, an access belongs to the user function that called them.
Flags ownAccesses(const Program& program, Flags own) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < own.size(); ++f) {
      if (own[f]) continue;
      for (const Node& node : program.functions[f].nodes) {
        if (node.op != Op::Call && node.op != Op::Once) continue;
        for (const Callee& callee : node.callees) {
          if (!program.functions[callee.function.index()].user && own[callee.function.index()]) own[f] = changed = true;
        }
      }
    }
  }
  return own;
}

bool isLockOp(Op op) { return op == Op::Lock || op == Op::Unlock || op == Op::TryLock || op == Op::Wait; }

bool usesOwnMutex(const Node& node, const Locations& locations) {
  return isLockOp(node.op) && std::any_of(node.operand.places.begin(), node.operand.places.end(),
                                          [&](const Place& place) { return locations.isAsked(place.object); });
}

bool hasEvent(const Function& function, const Locations& locations, bool published) {
  return std::any_of(function.nodes.begin(), function.nodes.end(), [&](const Node& node) {
    return isModelledAccess(node, locations) || usesOwnMutex(node, locations) || node.op == Op::Join ||
           node.op == Op::OnceEnd || allocatesAsked(function, node, locations) ||
           (published && node.op != Op::Start && mayPublish(node));
  });
}

void addExact(const std::vector<Place>& places, const LockTable& table, std::set<Place>& into) {
  for (const Place& place : places) {
    const auto found = table.find(place);
    if (found != table.end() && found->second.exact) into.insert(place);
  }
}

}  // namespace

bool isModelledAccess(const Node& node, const Locations& locations) {
  if (node.op != Op::Read && node.op != Op::Write && node.op != Op::Update) return false;
  return std::any_of(node.operand.places.begin(), node.operand.places.end(), [&](const Place& place) {
    return locations.matters(place.object) && !locations.touch(place, node.operand.size).locations.empty();
  });
}

bool allocatesAsked(const Function& function, const Node& node, const Locations& locations) {
  if (node.op != Op::Alloc || !node.defines.valid()) return false;
  const std::vector<program::ObjectId>& objects = function.values[node.defines.index()].objects;
  return std::any_of(objects.begin(), objects.end(), [&](program::ObjectId o) { return locations.isAsked(o); });
}

bool mayPublish(const Node& node) {
  return node.op == Op::Publish || node.op == Op::Start || node.calleesUnknown ||
         (node.op == Op::External && !node.args.empty());
}

Exits findExits(const Program& program) {
  Exits exits{Flags(program.functions.size(), false), Flags(program.functions.size(), false)};
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < program.functions.size(); ++f) {
      const FunctionExits found = exitsOf(program.functions[f], exits);
      changed = changed || found.returns != exits.returns[f] || found.unwinds != exits.unwinds[f];
      exits.returns[f] = found.returns;
      exits.unwinds[f] = found.unwinds;
    }
  }
  return exits;
}

std::vector<bool> reachableFunctions(const Program& program) {
  Flags seen(program.functions.size(), false);
  std::vector<std::size_t> work;
  for (program::FunctionId f : program.initialisers) work.push_back(f.index());
  if (program.main.valid()) work.push_back(program.main.index());
  for (program::FunctionId f : program.finalisers) work.push_back(f.index());
  while (!work.empty()) {
    const std::size_t f = work.back();
    work.pop_back();
    if (seen[f]) continue;
    seen[f] = true;
    for (const Node& node : program.functions[f].nodes) {
      for (const Callee& callee : node.callees) work.push_back(callee.function.index());
    }
  }
  return seen;
}

Slice findSlice(const Program& program, const Locations& locations, const LockTable& locks, const Flags& reachable) {
  Slice slice;
  slice.reachable = reachable;
  const Flags direct = directlyAccessing(program, locations);
  slice.ownAccess = ownAccesses(program, direct);
  slice.accesses = direct;
  closeUpwards(program, false, slice.accesses);
  slice.allocates.resize(direct.size(), false);
  slice.keep.resize(direct.size(), false);
  for (std::size_t f = 0; f < direct.size(); ++f) {
    const Function& function = program.functions[f];
    slice.allocates[f] = std::any_of(function.nodes.begin(), function.nodes.end(),
                                     [&](const Node& node) { return allocatesAsked(function, node, locations); });
    slice.publication = slice.publication || (slice.allocates[f] && reachable[f]);
  }
  for (std::size_t f = 0; f < direct.size(); ++f) {
    slice.keep[f] = hasEvent(program.functions[f], locations, slice.publication);
  }
  closeUpwards(program, false, slice.allocates);
  closeUpwards(program, true, slice.keep);

  const std::vector<std::set<Place>> unbalanced = unbalancedLocks(program, locks);
  for (std::size_t f = 0; f < direct.size(); ++f) {
    if (!slice.keep[f] || !reachable[f]) continue;
    for (const Node& node : program.functions[f].nodes) {
      if (isLockOp(node.op)) addExact(node.operand.places, locks, slice.locks);
      if (node.op == Op::Start) continue;
      for (const Callee& callee : node.callees) {
        const std::set<Place>& changed = unbalanced[callee.function.index()];
        slice.locks.insert(changed.begin(), changed.end());
      }
    }
  }
  for (std::size_t f = 0; f < direct.size(); ++f) {
    slice.keep[f] = slice.keep[f] || std::any_of(unbalanced[f].begin(), unbalanced[f].end(),
                                                 [&](const Place& place) { return slice.locks.count(place) != 0; });
  }
  return slice;
}

}  // namespace empire::reduction
