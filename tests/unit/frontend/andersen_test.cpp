#include "frontend/andersen.h"

#include <gtest/gtest.h>

#include <vector>

namespace empire::frontend {
namespace {

std::vector<std::uint32_t> listOf(const llvm::SparseBitVector<>& places) {
  std::vector<std::uint32_t> list;
  for (std::uint32_t loc : places) list.push_back(loc);
  return list;
}

struct World {
  Andersen solver;
  Andersen::Node pointer(Andersen::Loc loc) {
    const Andersen::Node node = solver.newNode();
    solver.addLoc(node, loc);
    return node;
  }
};

TEST(Andersen, CopiesReachEveryNodeOfACycle) {
  World w;
  const auto object = w.solver.newObject(8);
  const auto a = w.pointer(w.solver.loc(object, 0));
  const auto b = w.solver.newNode(), c = w.solver.newNode();
  w.solver.copy(a, b);
  w.solver.copy(b, c);
  w.solver.copy(c, b);
  w.solver.solve();
  EXPECT_EQ(listOf(w.solver.places(c)), listOf(w.solver.places(a)));
}

TEST(Andersen, FieldsOfOneObjectAreKeptApart) {
  World w;
  const auto object = w.solver.newObject(16), x = w.solver.newObject(4), y = w.solver.newObject(4);
  w.solver.store(w.pointer(w.solver.loc(object, 0)), w.pointer(w.solver.loc(x, 0)));
  w.solver.store(w.pointer(w.solver.loc(object, 8)), w.pointer(w.solver.loc(y, 0)));
  const auto first = w.solver.newNode(), second = w.solver.newNode();
  w.solver.load(w.pointer(w.solver.loc(object, 0)), first);
  w.solver.load(w.pointer(w.solver.loc(object, 8)), second);
  w.solver.solve();
  EXPECT_EQ(listOf(w.solver.places(first)), std::vector{w.solver.loc(x, 0)});
  EXPECT_EQ(listOf(w.solver.places(second)), std::vector{w.solver.loc(y, 0)});
}

TEST(Andersen, AStoreAtAnUnknownOffsetIsSeenByEveryLoad) {
  World w;
  const auto object = w.solver.newObject(16), x = w.solver.newObject(4);
  const auto somewhere = w.solver.newNode(), seen = w.solver.newNode();
  w.solver.step(w.pointer(w.solver.loc(object, 0)), somewhere, {0, 0, true});
  w.solver.load(w.pointer(w.solver.loc(object, 8)), seen);
  w.solver.store(somewhere, w.pointer(w.solver.loc(x, 0)));
  w.solver.solve();
  EXPECT_EQ(listOf(w.solver.places(seen)), std::vector{w.solver.loc(x, 0)});
}

TEST(Andersen, ALoadFromAnUnknownOffsetSeesCellsMadeLater) {
  World w;
  const auto object = w.solver.newObject(16), x = w.solver.newObject(4);
  const auto seen = w.solver.newNode();
  w.solver.load(w.pointer(w.solver.loc(object, Andersen::kAnywhere)), seen);
  w.solver.solve();
  w.solver.store(w.pointer(w.solver.loc(object, 8)), w.pointer(w.solver.loc(x, 0)));
  w.solver.solve();
  EXPECT_EQ(listOf(w.solver.places(seen)), std::vector{w.solver.loc(x, 0)});
}

TEST(Andersen, OffsetsOutsideTheObjectAreDropped) {
  World w;
  const auto object = w.solver.newObject(8);
  EXPECT_EQ(w.solver.loc(object, 8), Andersen::kNone);
  EXPECT_EQ(w.solver.loc(object, -8), Andersen::kNone);
  const auto beyond = w.solver.newNode();
  w.solver.step(w.pointer(w.solver.loc(object, 0)), beyond, {16, 16, false});
  w.solver.solve();
  EXPECT_TRUE(w.solver.places(beyond).empty());
}

TEST(Andersen, TablesStepExactlyWhereArraysFold) {
  World w;
  const auto table = w.solver.newObject(64, true), array = w.solver.newObject(64);
  const auto slot = w.solver.newNode(), element = w.solver.newNode();
  w.solver.step(w.pointer(w.solver.loc(table, 16)), slot, {0, 24, false});
  w.solver.step(w.pointer(w.solver.loc(array, 0)), element, {0, 24, false});
  w.solver.solve();
  EXPECT_EQ(listOf(w.solver.places(slot)), std::vector{w.solver.loc(table, 40)});
  EXPECT_EQ(listOf(w.solver.places(element)), std::vector{w.solver.loc(array, 0)});
}

TEST(Andersen, CopiedMemoryBringsItsCellsAlongWheneverTheyArise) {
  World w;
  const auto from = w.solver.newObject(16), to = w.solver.newObject(16), x = w.solver.newObject(4);
  const auto before = w.pointer(w.solver.loc(from, 0));
  w.solver.copyMemory(w.pointer(w.solver.loc(to, 0)), before, 16);
  w.solver.solve();
  w.solver.store(w.pointer(w.solver.loc(from, 8)), w.pointer(w.solver.loc(x, 0)));
  w.solver.solve();
  EXPECT_EQ(listOf(w.solver.contents(w.solver.loc(to, 8))), std::vector{w.solver.loc(x, 0)});
  EXPECT_TRUE(w.solver.contents(w.solver.loc(to, 0)).empty());
}

TEST(Andersen, AWatcherSeesEveryPlaceOnceOrMoreAndMayAddConstraints) {
  World w;
  const auto a = w.solver.newObject(8), b = w.solver.newObject(8);
  const auto watched = w.pointer(w.solver.loc(a, 0));
  const auto result = w.solver.newNode();
  w.solver.watch(watched, [&](Andersen::Loc loc) { w.solver.addLoc(result, loc); });
  w.solver.addLoc(watched, w.solver.loc(b, 0));
  w.solver.solve();
  EXPECT_EQ(listOf(w.solver.places(result)), listOf(w.solver.places(watched)));
}

}  // namespace
}  // namespace empire::frontend
