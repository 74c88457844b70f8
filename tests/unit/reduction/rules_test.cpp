// One program for each rule of the reduction, most with a twin in which the verdict turns.

#include "tests/unit/reduction/fixture.h"

namespace empire::reduction {
namespace {

using Scenarios = std::set<int>;

// A class with two fields and a mutex, an instance `s` and a thread handle.
constexpr const char* kPair = R"(
type Pair size 56 {
  field a 0 size 4
  field b 8 size 4
  field m 16 size 40 sync
}
object s global type Pair query exact
object t thread exact
main main
)";

// Writes both fields, and reads both, as methods of Pair.
constexpr const char* kMethods = R"(
function put "Pair::put" user method Pair {
  value this = s
  param this
  lock this.m
  write this.a
  write this.b
  unlock this.m
  return
}
function get "Pair::get" user method Pair {
  value this = s
  param this
  lock this.m
  read this.a
  read this.b
  unlock this.m
  return
}
)";

std::string pairProgram(const std::string& rest) { return std::string(kPair) + kMethods + rest; }

// --- Units ---

TEST(Units, AMethodIsOneUnitEvenIfItLocksTwice) {
  const std::string worker = R"(
function main user once {
  start worker on t
  call put ( s )
  return
}
function worker user {
  call twice ( s )
  return
}
function twice "Pair::twice" user method Pair {
  value this = s
  param this
  lock this.m
  read this.a
  unlock this.m
  lock this.m
  read this.b
  unlock this.m
  return
}
)";
  expectViolations(reduceText(pairProgram(worker)), {9});
}

// Two methods called one after the other are two units, unless the question names their caller.
constexpr const char* kTwoCalls = R"(
function main user once {
  start worker on t
  call put ( s )
  return
}
function worker "Client::work" user {
  call getA ( s )
  call getB ( s )
  return
}
function getA "Pair::getA" user method Pair {
  value this = s
  param this
  lock this.m
  read this.a
  unlock this.m
  return
}
function getB "Pair::getB" user method Pair {
  value this = s
  param this
  lock this.m
  read this.b
  unlock this.m
  return
}
)";

TEST(Units, CallersAreUnitsOnlyIfNamed) {
  expectViolations(reduceText(pairProgram(kTwoCalls)), {});
  ReductionOptions options;
  options.units = {"Client::work"};
  expectViolations(reduceText(pairProgram(kTwoCalls), options), {9});
}

TEST(Units, PlainAccessesBelongToTheInnermostUserFunction) {
  // worker reads a, calls a user function that reads b, and reads b itself at the end.
  const std::string program = pairProgram(R"(
function main user once {
  start worker on t
  call put ( s )
  return
}
function worker user {
  lock s.m
  read s.a
  unlock s.m
  call inner
  return
}
function inner user {
  lock s.m
  read s.b
  unlock s.m
  return
}
)");
  expectViolations(reduceText(program), {});
  std::string longer = program;
  longer.replace(longer.find("  call inner\n"), 13, "  call inner\n  lock s.m\n  read s.b\n  unlock s.m\n");
  expectViolations(reduceText(longer), {9});
}

TEST(Units, LibraryFunctionsBelongToTheirCaller) {
  const std::string program = pairProgram(R"(
function main user once {
  start worker on t
  call put ( s )
  return
}
function worker user {
  lock s.m
  read s.a
  unlock s.m
  call helper
  return
}
function helper "std::helper" {
  lock s.m
  read s.b
  unlock s.m
  return
}
)");
  expectViolations(reduceText(program), {9});
}

TEST(Units, PlainUnitsEndAtAStartAndMethodsDoNot) {
  const auto program = [](const char* method) {
    return std::string(kPair) + kMethods + R"(
function main user once {
  call outer ( s )
  return
}
function outer "outer" user )" +
           method +
           R"( once {
  value this = s
  param this
  read this.a
  start worker on t
  read this.b
  return
}
function worker user {
  call put ( s )
  return
}
)";
  };
  expectViolations(reduceText(program("")), {});
  expectViolations(reduceText(program("method Pair")), {9});
}

TEST(Units, AWaitSplitsTheUnitUnlessStrict) {
  const std::string program = pairProgram(R"(
function main user once {
  start worker on t
  call put ( s )
  return
}
function worker user {
  call take ( s )
  return
}
function take "Pair::take" user method Pair {
  value this = s
  param this
  lock this.m
  read this.a
  wait this.m @"pair.cpp":9
  read this.b
  unlock this.m
  return
}
)");
  const Reduced split = reduceText(program);
  expectViolations(split, {});
  ASSERT_EQ(split.scope.waitsSplit.size(), 1u);
  EXPECT_EQ(split.scope.waitsSplit[0].where.line, 9u);
  ReductionOptions strict;
  strict.splitWaits = false;
  expectViolations(reduceText(program, strict), {9});
}

// --- Locations ---

TEST(Fields, StorageBehindAFieldBelongsToIt) {
  const auto program = [](const char* storage) {
    return std::string(R"(
type Text size 16 {
  field n 0 size 4
  field p 8 size 8
}
type Node size 8 {
  field v 0 size 4
}
object s global type Text query exact
object buffer heap )") +
           storage + R"(
object t thread exact
cell s+8 -> buffer
main main
function main user once {
  start worker on t
  call fill ( s )
  return
}
function worker user {
  call show ( s )
  return
}
function fill "Text::fill" user method Text {
  value this = s
  value p = buffer
  param this
  write this.n
  define p
  write p size 1
  return
}
function show "Text::show" user method Text {
  value this = s
  value p = buffer
  param this
  read this.n
  define p
  read p size 1
  return
}
)";
  };
  expectViolations(reduceText(program("size 10")), {8, 9});
  expectViolations(reduceText(program("type Node library")), {8, 9});
  expectViolations(reduceText(program("type Node")), {});  // a pointee of class type is another object
}

TEST(Fields, ACopyOfTheWholeObjectTouchesEveryField) {
  const std::string program = std::string(kPair) + R"(
function main user once {
  start worker on t
  write s size 56
  return
}
function worker user {
  read s.a
  read s.b
  return
}
)";
  expectViolations(reduceText(program), {8, 9});
}

TEST(Fields, NamesAreChecked) {
  const Result<program::Program> program =
      program::parse(std::string(kPair) + "function main user once {\n return\n}\n", "x");
  ASSERT_TRUE(program);
  ReductionOptions options;
  options.fields = {"aa"};
  const Result<Reduced> reduced = reduce(*program, options);
  ASSERT_FALSE(reduced);
  EXPECT_NE(reduced.error()[0].message.find("has no field `aa`"), std::string::npos);
  EXPECT_NE(reduced.error()[0].message.find("a, b"), std::string::npos);
}

TEST(Fields, StaticsFormASetWithoutASite) {
  const char* program = R"(
object head "::head" global exact
object tail "::tail" global exact
object t thread exact
main main
function main user once {
  start worker on t
  write head size 8
  write tail size 8
  return
}
function worker user {
  read head size 8
  read tail size 8
  return
}
)";
  ReductionOptions options;
  options.statics = {"::head", "::tail"};
  expectViolations(reduceText(program, options), {8, 9});
  options.statics = {"::head"};
  expectViolations(reduceText(program, options), {});
}

// The copy constructor of the paper's Fig. 1 does not lock its argument.
std::string vectorProgram(const char* query, bool lockArgument) {
  const std::string lock = lockArgument ? "  lock c.m\n" : "";
  const std::string unlock = lockArgument ? "  unlock c.m\n" : "";
  const std::string queryV = query == std::string("v") ? " query" : "";
  const std::string queryW = query == std::string("w") ? " query" : "";
  return R"(
type Vector size 56 {
  field count 0 size 4
  field data 8 size 8
  field m 16 size 40 sync
}
object v "new Vector" heap type Vector exact)" +
         queryV + R"( @"vector.cpp":17
object w "new Vector" heap type Vector exact)" +
         queryW + R"( @"vector.cpp":29
object t1 thread exact
object t2 thread exact
main main
function main user once {
  value p = v
  alloc p
  start clearer ( p ) on t1
  start copier ( p ) on t2
  return
}
function clearer user {
  value p = v
  param p
  call clear ( p )
  return
}
function copier user {
  value p = v
  value q = w
  param p
  alloc q
  call copy ( q, p )
  return
}
function clear "Vector::clear" user method Vector {
  value this = v
  param this "this" type Vector
  lock this.m
  write this.count
  write this.data
  unlock this.m
  return
}
function copy "Vector::Vector" user method Vector constructor {
  value this = w
  value c = v
  param this "this" type Vector
  param c "c" type Vector
)" + lock +
         R"(  read c.count
  write this.count
  read c.data
  write this.data
)" + unlock +
         "  return\n}\n";
}

TEST(UnitFor, TheArgumentJoinsTheSetWhicheverObjectIsAsked) {
  for (const char* query : {"v", "w"}) {
    const Reduced broken = reduceText(vectorProgram(query, false));
    expectViolations(broken, {8, 9});
    expectViolations(reduceText(vectorProgram(query, true)), {});
  }
  ReductionOptions none;
  none.unitfor = UnitFor::None;
  expectViolations(reduceText(vectorProgram("w", false), none), {});
  const Reduced broken = reduceText(vectorProgram("w", false));
  std::set<std::string> names;
  for (const esl::Location& location : broken.module.locations) names.insert(location.name);
  EXPECT_EQ(names, (std::set<std::string>{"c.count", "c.data", "count", "data"}));
}

}  // namespace
}  // namespace empire::reduction
