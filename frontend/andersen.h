#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SparseBitVector.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace empire::frontend {

/// Inclusion-based points-to analysis over abstract objects with byte offsets (Andersen 1994, with difference
/// propagation). It knows nothing of programs: nodes hold sets of places, constraints move places between them,
/// and objects bring one cell per offset that is ever used.
///
/// An offset is known, or `kAnywhere`: then it stands for every byte of the object. What is stored anywhere is seen by
/// every load from the object; a load from anywhere sees every cell. Cost: cubic at worst; in practice linear in the
/// edges that arise.
class Andersen {
 public:
  using Node = std::uint32_t;
  using Object = std::uint32_t;
  using Loc = std::uint32_t;  // an object and an offset
  static constexpr std::int64_t kAnywhere = -1;
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct ObjectInfo {
    std::uint64_t size = 0;   // 0: not known; offsets at or beyond it are dropped
    bool exactSteps = false;  // vtables: an array step moves on instead of folding onto the first element
    std::vector<Loc> locs;    // those that have been named
  };

  /// A step from one address to another within the same object.
  struct Step {
    std::int64_t folded = 0;  // with array elements folded onto the first one
    std::int64_t exact = 0;   // taken literally
    bool unknown = false;     // by a number of bytes that is not known
  };

  Node newNode();
  Object newObject(std::uint64_t size, bool exactSteps = false);
  /// The place, or kNone if it lies outside the object.
  Loc loc(Object object, std::int64_t offset);
  Object objectOf(Loc loc) const { return locs_[loc].object; }
  std::int64_t offsetOf(Loc loc) const { return locs_[loc].offset; }
  const ObjectInfo& object(Object object) const { return objects_[object]; }
  std::size_t objectCount() const { return objects_.size(); }

  void addLoc(Node node, Loc loc);
  void copy(Node from, Node to);
  void step(Node from, Node to, const Step& step);
  void load(Node pointer, Node to);
  void store(Node pointer, Node from);
  /// memcpy: every cell of the source's bytes goes to the same offset behind the destination. size 0: not known.
  void copyMemory(Node to, Node from, std::uint64_t size);
  /// Calls `use(loc)` once for every place that ever comes into the node, also those there already.
  void watch(Node node, std::function<void(Loc)> use);

  /// Runs until nothing changes. `use` functions may add nodes and constraints.
  void solve();

  const llvm::SparseBitVector<>& places(Node node) const { return nodes_[node].all; }
  /// What the memory at `loc` may hold: a union over the cells that a load would see.
  llvm::SparseBitVector<> contents(Loc loc) const;
  std::size_t nodeCount() const { return nodes_.size(); }

 private:
  struct Place {
    Object object = 0;
    std::int64_t offset = 0;
    Node cell = kNone;
  };
  struct MemoryCopy {
    Node other;
    std::uint64_t size;
  };
  struct NodeInfo {
    llvm::SparseBitVector<> all, fresh;  // fresh: not handed on yet
    bool queued = false;
    std::vector<Node> copies;
    std::vector<std::pair<Node, Step>> steps;
    std::vector<Node> loads;
    std::vector<Node> stores;
    std::vector<MemoryCopy> copiesTo, copiesFrom;
    std::vector<std::function<void(Loc)>> watchers;
  };
  struct ObjectState {
    Node anywhere = kNone;                                // what was stored at an unknown offset
    Node everything = kNone;                              // the union of all cells, for loads from an unknown offset
    std::vector<std::pair<Loc, std::uint64_t>> copiedTo;  // memory copies out of this object: (destination, size) ...
    std::vector<std::int64_t> copiedFrom;                 // ... beginning at these offsets
  };

  void queue(Node node);
  void propagate(Node node, const llvm::SparseBitVector<>& fresh);
  Node cell(Loc loc);
  Node anywhere(Object object);
  Node everything(Object object);
  void applyStep(Node to, Loc loc, const Step& step);
  void applyLoad(Loc loc, Node to);
  void applyStore(Loc loc, Node from);
  void applyMemoryCopy(Loc to, Loc from, std::uint64_t size);
  void copyCell(Loc cellLoc, Loc to, std::int64_t begin, std::uint64_t size);

  std::deque<NodeInfo> nodes_;
  std::vector<ObjectInfo> objects_;
  std::vector<ObjectState> states_;
  std::vector<Place> locs_;
  llvm::DenseMap<std::pair<std::uint32_t, std::int64_t>, Loc> locIds_;
  llvm::DenseSet<std::pair<Node, Node>> copyEdges_;
  llvm::DenseSet<std::pair<std::pair<Loc, Loc>, std::uint64_t>> memoryCopies_;
  std::deque<Node> queue_;
};

}  // namespace empire::frontend
