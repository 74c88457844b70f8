// Locks, slicing, exceptions, threads, publication, isolation and the safety gate: one program for each rule, with the
// counterexamples that a simpler rule would get wrong.

#include "tests/unit/reduction/fixture.h"

namespace empire::reduction {
namespace {

constexpr const char* kPair = R"(
type Pair size 56 {
  field a 0 size 4
  field b 8 size 4
  field m 16 size 40 sync
}
object t thread exact
main main
)";

// main starts `worker` and calls put on s; put writes both fields under the member mutex.
std::string pairProgram(const std::string& rest) {
  return std::string(kPair) + R"(
object s global type Pair query exact
function main user once {
  start worker on t
  call put ( s )
  return
}
function put "Pair::put" user method Pair {
  value this = s
  param this
  lock this.m
  write this.a
  write this.b
  unlock this.m
  return
}
)" + rest;
}

// A reader between whose two reads `between` stands.
std::string reader(const std::string& between) {
  return R"(
function worker user {
  call get ( s )
  return
}
function get "Pair::get" user method Pair {
  value this = s
  param this
  lock this.m
  read this.a
)" + between +
         R"(
  read this.b
  unlock this.m
  return
}
)";
}

// --- Slicing ---

TEST(Slicing, AHelperThatReleasesTheCallersLockIsKept) {
  // It makes no access and leaves the lock as it found it.
  const char* pause = R"(
function pause user {
  value p = s
  param p
  unlock p.m
  lock p.m
  return
}
)";
  expectViolations(reduceText(pairProgram(reader("  call pause ( this )") + pause)), {9});
  const char* waits = R"(
function pause user {
  value p = s
  param p
  wait p.m
  return
}
)";
  ReductionOptions strict;
  strict.splitWaits = false;
  expectViolations(reduceText(pairProgram(reader("  call pause ( this )") + waits), strict), {9});
}

TEST(Slicing, AHelperThatReleasesAnotherExactLockOfTheSliceIsKept) {
  // The lock is a global that the helper gets at by itself.
  const auto program = [](const char* helper) {
    return std::string(kPair) + R"(
object s global type Pair query exact
object g global exact
function main user once {
  start worker on t
  lock g
  write s.a
  write s.b
  unlock g
  return
}
function worker user {
  lock g
  read s.a
  call helper
  read s.b
  unlock g
  return
}
function helper user {
)" + helper +
           "  return\n}\n";
  };
  expectViolations(reduceText(program("  unlock g\n  lock g\n")), {9});
  expectViolations(reduceText(program("  skip\n")), {});
}

TEST(Slicing, WhatDoesNotMatterIsNotInTheModel) {
  const Reduced reduced = reduceText(pairProgram(reader("  call log") + R"(
object other global exact
function log user {
  lock other
  unlock other
  return
}
)"));
  expectViolations(reduced, {});
  EXPECT_EQ(esl::print(reduced.module).find("log"), std::string::npos);
  EXPECT_EQ(reduced.module.locks.size(), 1u);
  EXPECT_EQ(reduced.sizes.functionsInSlice, 4u);
}

TEST(Slicing, ALockWrapperOfTheUsersOwnIsFollowed) {
  const std::string program = pairProgram(R"(
function worker user {
  call take ( s+16 )
  read s.a
  read s.b
  call drop ( s+16 )
  return
}
function take "Guard::Guard" user {
  value p = s
  param p
  lock p{s+16}
  return
}
function drop "Guard::~Guard" user {
  value p = s
  param p
  unlock p{s+16}
  return
}
)");
  expectViolations(reduceText(program), {});
}

// --- Locks ---

TEST(Locks, OneThatStandsForManyExcludesNobody) {
  const auto program = [](const char* lock) {
    return std::string(kPair) + "object s global type Pair query exact\nobject g heap " + lock + R"(
function main user once {
  start worker on t
  lock g
  write s.a
  write s.b
  unlock g
  return
}
function worker user {
  lock g
  read s.a
  read s.b
  unlock g
  return
}
)";
  };
  expectViolations(reduceText(program("exact")), {});
  const Reduced many = reduceText(program("inexact \"allocated in a loop\""));
  expectViolations(many, {8, 9});
  ASSERT_EQ(many.scope.locksIgnored.size(), 1u);
  EXPECT_NE(many.scope.locksIgnored[0].text.find("allocated in a loop"), std::string::npos);
  expectViolations(reduceText(program("exact array")), {8, 9});
  expectViolations(reduceText(program("exact thread-local")), {8, 9});
}

TEST(Locks, AMutexChosenAtRunTimeIsAChoice) {
  const auto program = [](const char* objects) {
    return std::string(kPair) + R"(
object s global type Pair query exact
object g global exact
object h global exact
object many heap
function main user once {
  start worker on t
  lock g
  write s.a
  write s.b
  unlock g
  return
}
function worker user {
  value p = )" +
           objects +
           R"(
  define p
  lock p
  read s.a
  read s.b
  unlock p
  return
}
)";
  };
  expectViolations(reduceText(program("g")), {});
  expectViolations(reduceText(program("g, h")), {8, 9});
  expectViolations(reduceText(program("g, many")), {8, 9});
}

TEST(Locks, ChosenOncePerValue) {
  // Whichever of the two it is, both sides hold the same.
  const std::string program = std::string(kPair) + R"(
object s heap type Pair query
object o heap type Pair other
object box global exact
function main user once {
  value p = s, o
  top: alloc p
  call work ( p )
  skip -> top, out
  out: start worker on t
  start worker on t
  return
}
function worker user {
  value p = s, o
  define p
  call work ( p )
  return
}
function work "Pair::work" user method Pair {
  value this = s, o
  param this
  lock this.m
  write this.a
  write this.b
  unlock this.m
  return
}
)";
  const Reduced reduced = reduceText(program);
  expectViolations(reduced, {});
  EXPECT_EQ(reduced.module.locks.size(), 1u);
  // Locking one instance and working on another is found.
  std::string wrong = program;
  wrong.replace(wrong.find("  define p\n  call work ( p )"), 28,
                "  define p\n  lock p.m\n  unlock p.m\n  call bare ( p )");
  wrong += R"(
function bare "Pair::bare" user method Pair {
  value this = s, o
  param this
  write this.a
  write this.b
  return
}
)";
  EXPECT_TRUE(violations(reduceText(wrong).module).count(6) != 0);
}

TEST(Locks, ReadersDoNotExcludeEachOther) {
  const auto program = [](const char* mode) {
    return std::string(kPair) + "object s global type Pair query exact\n" + R"(
function main user once {
  start worker on t
  lock s.m
  write s.a
  write s.b
  unlock s.m
  return
}
function worker user {
  lock s.m shared
  read s.a
  unlock s.m shared
  lock s.m shared
  read s.b
  unlock s.m )" +
           mode + "\n  return\n}\n";
  };
  expectViolations(reduceText(program("shared")), {9});
  expectViolations(reduceText(program("any-mode")), {9});
}

TEST(Locks, ARecursiveMutexCanBeTakenAgain) {
  const auto program = [](const char* kind) {
    return pairProgram(reader(std::string("  lock this.m ") + kind + "\n  unlock this.m"));
  };
  const Reduced recursive = reduceText(program("recursive"));
  EXPECT_TRUE(recursive.module.locks[0].reentrant);
  expectViolations(recursive, {});
  EXPECT_FALSE(reduceText(program("")).module.locks[0].reentrant);
}

TEST(Locks, TryLockHasTwoOutcomes) {
  const char* worker = R"(
function worker user {
  trylock s.m -> got, not
  got: read s.a
  read s.b
  unlock s.m
  return
  not: return
}
)";
  expectViolations(reduceText(pairProgram(worker)), {});
  const char* careless = R"(
function worker user {
  trylock s.m -> got, not
  got: read s.a
  read s.b
  unlock s.m
  return
  not: read s.a
  read s.b
  return
}
)";
  expectViolations(reduceText(pairProgram(careless)), {8, 9});
}

TEST(Locks, AReleaseOfALockThatIsNotHeldGoesOn) {
  const Reduced reduced = reduceText(pairProgram(R"(
function worker user {
  unlock s.m @"pair.cpp":7
  read s.a
  read s.b
  return
}
)"));
  expectViolations(reduced, {8, 9});
  EXPECT_NE(reduced.cannotBeSafe.find("pair.cpp:7"), std::string::npos) << reduced.cannotBeSafe;
}

// --- Exceptions ---

TEST(Exceptions, AThrowThroughALockedRegion) {
  const auto program = [](const char* handler) {
    return pairProgram(std::string(R"(
function worker user {
  call get ( s ) -> done, done
  done: return
}
function get "Pair::get" user method Pair {
  value this = s
  param this
  lock this.m
  read this.a
  call check -> ok, bad
  ok: read this.b
  unlock this.m
  return
)") + handler +
                       R"(
}
function check user {
  skip -> fine, wrong
  fine: return
  wrong: unwind
}
)");
  };
  // With cleanup: safe. The handler that releases and reads on without the lock is not.
  expectViolations(reduceText(program("  bad: unlock this.m\n  unwind")), {});
  expectViolations(reduceText(program("  bad: unlock this.m\n  read this.b\n  unwind")), {9});
}

TEST(Exceptions, ACallWithOneSuccessorLetsThemPass) {
  const std::string program = pairProgram(R"(
function worker user {
  lock s.m
  call middle -> done, caught
  done: unlock s.m
  return
  caught: unlock s.m
  read s.a
  read s.b
  return
}
function middle user {
  call check
  return
}
function check user {
  read s.a
  skip -> fine, wrong
  fine: return
  wrong: unwind
}
)");
  expectViolations(reduceText(program), {8, 9});
}

// --- Threads ---

TEST(Threads, AJoinOrdersWhatComesAfter) {
  const auto program = [](const char* handle) {
    return std::string(R"(
type Pair size 16 {
  field a 0 size 4
  field b 8 size 4
}
object s global type Pair query exact
object t thread )") +
           handle + R"(
main main
function main user once {
  start worker on t
  join t @"pair.cpp":5
  write s.a
  write s.b
  return
}
function worker user {
  read s.a
  read s.b
  return
}
)";
  };
  const Reduced joined = reduceText(program("exact"));
  expectViolations(joined, {});
  EXPECT_TRUE(joined.scope.joinsUnresolved.empty());
  const Reduced unknown = reduceText(program(""));
  expectViolations(unknown, {8, 9});
  ASSERT_EQ(unknown.scope.joinsUnresolved.size(), 1u);
  EXPECT_EQ(unknown.scope.joinsUnresolved[0].where.line, 5u);
}

constexpr const char* kLoop = R"(
type Pair size 16 {
  field a 0 size 4
  field b 8 size 4
}
object s global type Pair query exact
object t thread
main main
function main user once {
  top: start worker on t @"pair.cpp":5
  skip -> top, out
  out: return
}
function worker user {
  write s.a
  write s.b
  return
}
)";

TEST(Threads, AStartInALoopGivesTwoInstances) {
  const Reduced reduced = reduceText(kLoop);
  EXPECT_EQ(violations(reduced.module), (std::set<int>{6})) << esl::print(reduced.module);
  ASSERT_EQ(reduced.threads.size(), 3u);
  EXPECT_EQ(reduced.threads[2].name, "worker at pair.cpp:5#2");
  EXPECT_EQ(reduced.scope.instances.size(), 1u);
  EXPECT_EQ(reduced.cannotBeSafe, "");
}

TEST(Threads, StartedAndJoinedInOneIterationNeverTwoAtOnce) {
  std::string program = kLoop;
  program.replace(program.find("  skip -> top, out\n"), 19, "  join t\n  skip -> top, out\n");
  const Reduced reduced = reduceText(program);
  expectViolations(reduced, {});
  EXPECT_TRUE(reduced.scope.joinsUnresolved.empty());
  // What main does between the two still meets the thread; what it does after the join does not.
  std::string between = program;
  between.replace(between.find("  join t\n"), 9, "  read s.a\n  read s.b\n  join t\n");
  expectViolations(reduceText(between), {8, 9});
  std::string after = program;
  after.replace(after.find("  join t\n"), 9, "  join t\n  read s.a\n  read s.b\n");
  expectViolations(reduceText(after), {});
  // A way that does not pass the join lets two run at once.
  std::string sometimes = program;
  sometimes.replace(sometimes.find("  join t\n"), 9, "  skip -> yes, top\n  yes: join t\n");
  expectViolations(reduceText(sometimes), {6});
  EXPECT_EQ(reduceText(sometimes).scope.joinsUnresolved.size(), 1u);
}

TEST(Threads, FewerInstancesThanNeededCannotBeSafe) {
  ReductionOptions options;
  options.instances = 1;
  const Reduced reduced = reduceText(kLoop, options);
  expectViolations(reduced, {});
  EXPECT_NE(reduced.cannotBeSafe.find("instances"), std::string::npos);
}

TEST(Threads, OneThreadAloneIsSafeAndSaysWhy) {
  const Reduced reduced = reduceText(std::string(kPair) + R"(
object s global type Pair query exact
function main user once {
  start worker on t
  write s.a
  write s.b
  return
}
function worker user {
  return
}
)");
  expectViolations(reduced, {});
  EXPECT_EQ(reduced.note, "only one thread can reach the object");
}

// --- Publication, isolation, once ---

std::string publishing(const char* before, const char* after) {
  return std::string(kPair) + R"(
object s heap type Pair query exact
function main user once {
  value p = s
  start worker on t
  alloc p
)" + before +
         "  write p.a\n  write p.b\n" + after + R"(
  return
}
function worker user {
  value p = s
  define p
  read p.a
  read p.b
  return
}
)";
}

TEST(Publication, NobodyReadsTheObjectBeforeItCanBeFound) {
  expectViolations(reduceText(publishing("", "  publish ( p )\n")), {});
  expectViolations(reduceText(publishing("  publish ( p )\n", "")), {8, 9});
}

TEST(Publication, AFunctionThatOnlyPublishesIsKept) {
  std::string program = publishing("", "  call push ( p )\n  write p.a\n  write p.b\n");
  program += "function push user {\n  value p = s\n  param p\n  publish ( p )\n  return\n}\n";
  EXPECT_TRUE(violations(reduceText(program).module).count(9) != 0);
}

TEST(Isolation, TheOtherInstanceNeitherCausesNorHidesAViolation) {
  // Every thread works on an instance of its own, made at one site.
  const std::string own = std::string(kPair) + R"(
object s heap type Pair query
object o heap type Pair other
function main user once {
  top: start worker on t
  skip -> top, out
  out: return
}
function worker user {
  value p = s, o
  alloc p
  write p.a
  write p.b
  return
}
)";
  expectViolations(reduceText(own), {});
  std::string shared = own;
  shared.replace(shared.find("  alloc p\n"), 10, "  alloc p\n  publish ( p )\n  define p\n");
  EXPECT_TRUE(violations(reduceText(shared).module).count(6) != 0);
}

TEST(Isolation, TooManyCopiesAreGivenUpSoundly) {
  // Nine pointers that may each be one of two objects: 512 copies of `many` would be too many.
  std::string values, args, params, uses;
  for (int i = 0; i < 9; ++i) {
    const std::string v = "p" + std::to_string(i);
    values += "  value " + v + " = s, o\n";
    params += "  param " + v + "\n";
    args += (i == 0 ? "" : ", ") + v;
    uses += "  write " + v + ".a\n";
  }
  std::string defines;
  for (int i = 0; i < 9; ++i) defines += "  define p" + std::to_string(i) + "\n";
  const Reduced reduced = reduceText(std::string(kPair) + R"(
object s global type Pair query exact
object o global type Pair exact
function main user once {
  start worker on t
  write s.a
  return
}
function worker user {
)" + values + defines + "  call many ( " +
                                     args + " )\n  return\n}\nfunction many user {\n" + values + params + uses +
                                     "  return\n}\n");
  ASSERT_EQ(reduced.scope.imprecise.size(), 1u);
  EXPECT_NE(reduced.scope.imprecise[0].text.find("many"), std::string::npos);
  expectViolations(reduced, {5});
}

TEST(Once, TheBodyRunsOnceAndTheOthersWait) {
  const auto program = [](const char* op) {
    return std::string(kPair) + R"(
object s global type Pair query exact
object flag global exact
function main user once {
  start worker on t
  )" + op + R"(
  read s.a
  read s.b
  return
}
function worker user {
  )" + op + R"(
  read s.a
  read s.b
  return
}
function init user {
  write s.a
  write s.b
  return
}
)";
  };
  expectViolations(reduceText(program("once init on flag")), {});
  EXPECT_FALSE(violations(reduceText(program("call init")).module).empty());
}

TEST(Once, AGuardedRegion) {
  const auto program = [](const char* flag) {
    return std::string(kPair) + "object s global type Pair query exact\nobject flag global " + flag + R"(
function main user once {
  start worker on t
  call get
  return
}
function worker user {
  call get
  return
}
function get user {
  once-begin on flag -> run, done
  run: write s.a
  write s.b
  once-end on flag
  done: read s.a
  read s.b
  return
}
)";
  };
  expectViolations(reduceText(program("exact")), {});
  EXPECT_FALSE(violations(reduceText(program("")).module).empty());
}

// --- When safe may be said ---

TEST(Gate, UnseenCodeThatMayReachTheObject) {
  // The object is a local here: a global one could be known by name.
  const auto program = [](const char* argument, const char* more = "") {
    std::string text =
        pairProgram(reader(std::string("  external ( ") + argument + " ) name \"legacy\" @\"pair.cpp\":8") +
                    "object other global exact\n" + more);
    const std::string global = "object s global";
    text.replace(text.find(global), global.size(), "object s stack");
    return text;
  };
  const Reduced reached = reduceText(program("this"));
  EXPECT_NE(reached.cannotBeSafe.find("legacy"), std::string::npos);
  EXPECT_NE(reached.cannotBeSafe.find("pair.cpp:8"), std::string::npos);
  const Reduced harmless = reduceText(program("other"));
  EXPECT_EQ(harmless.cannotBeSafe, "");
  ASSERT_EQ(harmless.scope.unseen.size(), 1u);
  EXPECT_NE(harmless.scope.unseen[0].text.find("legacy"), std::string::npos);
  // Through a pointer in what it is given.
  EXPECT_NE(reduceText(program("other", "cell other -> s\n")).cannotBeSafe.find("legacy"), std::string::npos);
}

TEST(Gate, UnseenCodeMayKnowGlobals) {
  const Reduced reduced = reduceText(pairProgram(reader("  external ( ) name \"legacy\" @\"pair.cpp\":8")));
  EXPECT_NE(reduced.cannotBeSafe.find("legacy"), std::string::npos);
}

TEST(Gate, CallsAndThreadsThatAreNotResolved) {
  EXPECT_NE(reduceText(pairProgram(reader("  call unknown ( this )"))).cannotBeSafe, "");
  EXPECT_NE(reduceText(pairProgram(reader("  start unknown"))).cannotBeSafe, "");
  EXPECT_NE(reduceText(pairProgram(reader("") + "gap \"inline assembly\"\n")).cannotBeSafe, "");
  EXPECT_EQ(reduceText(pairProgram(reader(""))).cannotBeSafe, "");
}

TEST(Determinism, TenRunsGiveTheSameBytes) {
  const std::string first = esl::print(reduceText(kLoop).module);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(esl::print(reduceText(kLoop).module), first);
}

}  // namespace
}  // namespace empire::reduction
