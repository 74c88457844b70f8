#include "frontend/andersen.h"

namespace empire::frontend {

Andersen::Node Andersen::newNode() {
  nodes_.emplace_back();
  return static_cast<Node>(nodes_.size() - 1);
}

Andersen::Object Andersen::newObject(std::uint64_t size, bool exactSteps) {
  objects_.push_back({size, exactSteps, {}});
  states_.emplace_back();
  return static_cast<Object>(objects_.size() - 1);
}

Andersen::Loc Andersen::loc(Object object, std::int64_t offset) {
  const std::uint64_t size = objects_[object].size;
  if (offset != kAnywhere && (offset < 0 || (size != 0 && static_cast<std::uint64_t>(offset) >= size))) return kNone;
  auto [at, isNew] = locIds_.try_emplace({object, offset}, static_cast<Loc>(locs_.size()));
  if (isNew) {
    locs_.push_back({object, offset, kNone});
    objects_[object].locs.push_back(at->second);
  }
  return at->second;
}

void Andersen::queue(Node node) {
  if (nodes_[node].queued) return;
  nodes_[node].queued = true;
  queue_.push_back(node);
}

void Andersen::addLoc(Node node, Loc loc) {
  if (loc == kNone || nodes_[node].all.test(loc)) return;
  nodes_[node].all.set(loc);
  nodes_[node].fresh.set(loc);
  queue(node);
}

void Andersen::propagate(Node node, const llvm::SparseBitVector<>& fresh) {
  NodeInfo& info = nodes_[node];
  llvm::SparseBitVector<> missing = fresh;
  missing.intersectWithComplement(info.all);
  if (missing.empty()) return;
  info.all |= missing;
  info.fresh |= missing;
  queue(node);
}

void Andersen::copy(Node from, Node to) {
  if (from == to || !copyEdges_.insert({from, to}).second) return;
  nodes_[from].copies.push_back(to);
  propagate(to, nodes_[from].all);
}

void Andersen::step(Node from, Node to, const Step& step) {
  nodes_[from].steps.emplace_back(to, step);
  const llvm::SparseBitVector<> known = nodes_[from].all;
  for (Loc loc : known) applyStep(to, loc, step);
}

void Andersen::load(Node pointer, Node to) {
  nodes_[pointer].loads.push_back(to);
  const llvm::SparseBitVector<> known = nodes_[pointer].all;
  for (Loc loc : known) applyLoad(loc, to);
}

void Andersen::store(Node pointer, Node from) {
  nodes_[pointer].stores.push_back(from);
  const llvm::SparseBitVector<> known = nodes_[pointer].all;
  for (Loc loc : known) applyStore(loc, from);
}

void Andersen::copyMemory(Node to, Node from, std::uint64_t size) {
  nodes_[to].copiesFrom.push_back({from, size});
  nodes_[from].copiesTo.push_back({to, size});
  const llvm::SparseBitVector<> targets = nodes_[to].all;
  const llvm::SparseBitVector<> sources = nodes_[from].all;
  for (Loc target : targets) {
    for (Loc source : sources) applyMemoryCopy(target, source, size);
  }
}

void Andersen::watch(Node node, std::function<void(Loc)> use) {
  const llvm::SparseBitVector<> known = nodes_[node].all;
  nodes_[node].watchers.push_back(use);
  for (Loc loc : known) use(loc);
}

Andersen::Node Andersen::cell(Loc loc) {
  if (locs_[loc].cell != kNone) return locs_[loc].cell;
  const Object object = locs_[loc].object;
  if (locs_[loc].offset == kAnywhere) return locs_[loc].cell = anywhere(object);
  const Node node = newNode();
  locs_[loc].cell = node;
  if (states_[object].everything != kNone) copy(node, states_[object].everything);
  // Memory copies that were set up before this cell existed.
  for (std::size_t i = 0; i < states_[object].copiedTo.size(); ++i) {
    const auto [to, size] = states_[object].copiedTo[i];
    copyCell(loc, to, states_[object].copiedFrom[i], size);
  }
  return node;
}

Andersen::Node Andersen::anywhere(Object object) {
  if (states_[object].anywhere == kNone) {
    states_[object].anywhere = newNode();
    if (states_[object].everything != kNone) copy(states_[object].anywhere, states_[object].everything);
  }
  return states_[object].anywhere;
}

Andersen::Node Andersen::everything(Object object) {
  if (states_[object].everything != kNone) return states_[object].everything;
  const Node node = newNode();
  states_[object].everything = node;
  copy(anywhere(object), node);
  for (Loc loc : objects_[object].locs) {
    if (locs_[loc].cell != kNone && locs_[loc].offset != kAnywhere) copy(locs_[loc].cell, node);
  }
  return node;
}

void Andersen::applyStep(Node to, Loc from, const Step& step) {
  const Object object = locs_[from].object;
  const std::int64_t offset = locs_[from].offset;
  if (offset == kAnywhere || step.unknown) {
    addLoc(to, loc(object, kAnywhere));
    return;
  }
  addLoc(to, loc(object, offset + (objects_[object].exactSteps ? step.exact : step.folded)));
}

void Andersen::applyLoad(Loc from, Node to) {
  const Object object = locs_[from].object;
  if (locs_[from].offset == kAnywhere) {
    copy(everything(object), to);
    return;
  }
  copy(cell(from), to);
  copy(anywhere(object), to);
}

void Andersen::applyStore(Loc to, Node from) { copy(from, cell(to)); }

void Andersen::copyCell(Loc cellLoc, Loc to, std::int64_t begin, std::uint64_t size) {
  const std::int64_t offset = locs_[cellLoc].offset;
  if (offset < begin || (size != 0 && offset >= begin + static_cast<std::int64_t>(size))) return;
  const Loc target = loc(locs_[to].object, locs_[to].offset + (offset - begin));
  if (target != kNone) copy(cell(cellLoc), cell(target));
}

void Andersen::applyMemoryCopy(Loc to, Loc from, std::uint64_t size) {
  if (!memoryCopies_.insert({{to, from}, size}).second) return;
  const Object source = locs_[from].object;
  if (locs_[from].offset == kAnywhere || locs_[to].offset == kAnywhere) {
    copy(everything(source), anywhere(locs_[to].object));
    return;
  }
  copy(anywhere(source), anywhere(locs_[to].object));
  states_[source].copiedTo.emplace_back(to, size);
  states_[source].copiedFrom.push_back(locs_[from].offset);
  const std::vector<Loc> known = objects_[source].locs;
  for (Loc loc : known) {
    if (locs_[loc].cell != kNone && locs_[loc].offset != kAnywhere) copyCell(loc, to, locs_[from].offset, size);
  }
}

void Andersen::solve() {
  while (!queue_.empty()) {
    const Node node = queue_.front();
    queue_.pop_front();
    nodes_[node].queued = false;
    llvm::SparseBitVector<> fresh;
    std::swap(fresh, nodes_[node].fresh);
    // Constraints that the loops below add see everything that is known already, so sizes are read once.
    NodeInfo& info = nodes_[node];  // a deque: stays valid
    for (std::size_t i = 0; i < info.copies.size(); ++i) propagate(info.copies[i], fresh);
    const std::size_t steps = info.steps.size(), loads = info.loads.size(), stores = info.stores.size();
    const std::size_t to = info.copiesTo.size(), from = info.copiesFrom.size(), watchers = info.watchers.size();
    for (Loc loc : fresh) {
      for (std::size_t i = 0; i < steps; ++i) applyStep(info.steps[i].first, loc, info.steps[i].second);
      for (std::size_t i = 0; i < loads; ++i) applyLoad(loc, info.loads[i]);
      for (std::size_t i = 0; i < stores; ++i) applyStore(loc, info.stores[i]);
      for (std::size_t i = 0; i < to; ++i) {
        const llvm::SparseBitVector<> targets = nodes_[info.copiesTo[i].other].all;
        for (Loc target : targets) applyMemoryCopy(target, loc, info.copiesTo[i].size);
      }
      for (std::size_t i = 0; i < from; ++i) {
        const llvm::SparseBitVector<> sources = nodes_[info.copiesFrom[i].other].all;
        for (Loc source : sources) applyMemoryCopy(loc, source, info.copiesFrom[i].size);
      }
      for (std::size_t i = 0; i < watchers; ++i) {
        const auto use = info.watchers[i];
        use(loc);
      }
    }
  }
}

llvm::SparseBitVector<> Andersen::contents(Loc loc) const {
  llvm::SparseBitVector<> result;
  const ObjectState& state = states_[locs_[loc].object];
  if (locs_[loc].cell != kNone) result |= nodes_[locs_[loc].cell].all;
  if (state.anywhere != kNone) result |= nodes_[state.anywhere].all;
  if (locs_[loc].offset == kAnywhere) {
    for (Loc other : objects_[locs_[loc].object].locs) {
      if (locs_[other].cell != kNone) result |= nodes_[locs_[other].cell].all;
    }
  }
  return result;
}

}  // namespace empire::frontend
