#include "cpds/translate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "cpds/dot.h"
#include "cpds/text.h"
#include "esl/parser.h"

namespace empire::cpds {
namespace {

System translated(std::string_view text) {
  const Result<esl::Module> module = esl::parse(text, "t.esl");
  EXPECT_TRUE(module) << toString(module.error());
  return translate(*module);
}

const Process* find(const System& system, std::string_view name) {
  const auto found = std::ranges::find(system.processes, name, &Process::name);
  return found == system.processes.end() ? nullptr : &*found;
}

/// The rules of one process, a line each; "none" if there is no such process.
std::string rulesOf(const System& system, std::string_view name) {
  const Process* process = find(system, name);
  if (process == nullptr) return "none";
  std::string text = "\n";
  for (const Rule& rule : process->pds.rules()) text += describe(system, *process, rule) + "\n";
  return text;
}

std::string oneProcess(std::string_view declarations, std::string_view statements) {
  return std::string(declarations) + "\nprocess main {\n function f {\n" + std::string(statements) + "\nreturn\n}\n}\n";
}

TEST(Translate, AnExclusiveLockNamesItsHolder) {
  const System system = translated(
      "lock l\nprocess main { function f {\nlock l; unlock l; return\n} }\n"
      "process p { function f {\nlock l; return\n} }\nprocess q { function f {\nreturn\n} }\n");
  // p never unlocks: the lock process has no rule that could do it alone. q does not use the lock.
  EXPECT_EQ(rulesOf(system, "lock(l)"), R"(
q open -> q by(main) open : main.lock(l)
q open -> q by(p) open : p.lock(l)
q by(main) -> q : main.unlock(l)
)");
}

TEST(Translate, AReentrantLockCountsOnItsStack) {
  const System system = translated(oneProcess("lock l reentrant", "lock l; unlock l"));
  EXPECT_EQ(rulesOf(system, "lock(l)"), R"(
q open -> q by(main) open : main.lock(l)
q by(main) -> q : main.unlock(l)
q by(main) -> q by(main) by(main) : main.lock(l)
)");
  EXPECT_EQ(rulesOf(system, "levels(main,l)"), "none");
}

TEST(Translate, ASharedLockSeesFirstAcquisitionsAndLastReleases) {
  const System system = translated(oneProcess("lock l shared", "lock l; unlock l; lock l shared; unlock l shared"));
  EXPECT_EQ(rulesOf(system, "lock(l)"), R"(
q open -> q w open : main.lock(l)
q open -> q r open : main.share(l)
q w -> q : main.release(l)
q r -> q : main.release(l)
q r -> q r r : main.share(l)
)");
  // Not reentrant: one level, then stuck.
  EXPECT_EQ(rulesOf(system, "levels(main,l)"), R"(
none base -> w first base : main.lock(l)
none base -> r first base : main.share(l)
w first -> none : main.release(l)
r first -> none : main.release(l)
)");
  EXPECT_EQ(rulesOf(system, "main"), R"(
q f:0 -> q f:1 : main.lock(l)
q f:1 -> q f:2 : main.release(l)
q f:2 -> q f:3 : main.share(l)
q f:3 -> q f:4 : main.release(l)
q f:4 -> q
q bottom -> q : main.done
)");
}

TEST(Translate, ASharedReentrantLockCountsLevelsByProcess) {
  const System system = translated(oneProcess("lock l shared reentrant", "lock l; lock l shared; unlock l"));
  EXPECT_EQ(rulesOf(system, "levels(main,l)"), R"(
none base -> w first base : main.lock(l)
none base -> r first base : main.share(l)
w first -> none : main.release(l)
w first -> w more first : main.relock(l)
w first -> w more first : main.reshare(l)
w more -> w : main.unlock(l)
w more -> w more more : main.relock(l)
w more -> w more more : main.reshare(l)
r first -> none : main.release(l)
r first -> r more first : main.reshare(l)
r more -> r : main.unlock(l)
r more -> r more more : main.reshare(l)
)");
  EXPECT_EQ(rulesOf(system, "main"), R"(
q f:0 -> q f:1 : main.lock(l)
q f:0 -> q f:1 : main.relock(l)
q f:1 -> q f:2 : main.share(l)
q f:1 -> q f:2 : main.reshare(l)
q f:2 -> q f:3 : main.release(l)
q f:2 -> q f:3 : main.unlock(l)
q f:3 -> q
q bottom -> q : main.done
)");
}

TEST(Translate, TrylockAndWaitHaveTwoRules) {
  const System system = translated(oneProcess("lock l", "trylock l else out\nwait l\nout: skip"));
  EXPECT_EQ(rulesOf(system, "main"), R"(
q f:0 -> q f:1 : main.lock(l)
q f:0 -> q f:2
q f:1 -> q f:1:again : main.unlock(l)
q f:2 -> q f:3
q f:3 -> q
q bottom -> q : main.done
q f:1:again -> q f:2 : main.lock(l)
)");
}

TEST(Translate, ControlFlowFollowsFigure2) {
  const System system = translated(
      "process main { function f {\na: choice a, b\nb: call g; goto a\n}\n"
      "function g {\nskip; return\n} }\n");
  EXPECT_EQ(rulesOf(system, "main"), R"(
q f:0 -> q f:0
q f:0 -> q f:1
q f:1 -> q g:0 f:2
q f:2 -> q f:0
q g:0 -> q g:1
q g:1 -> q
q bottom -> q : main.done
)");
  EXPECT_EQ(find(system, "main")->initialStack.size(), 2u);
}

TEST(Translate, AccessesAreActionsOfTheirProcess) {
  const System system = translated(oneProcess("location x", "read x; write x; update x"));
  EXPECT_EQ(rulesOf(system, "main"), R"(
q f:0 -> q f:1 : main.read(x)
q f:1 -> q f:2 : main.write(x)
q f:2 -> q f:3 : main.update(x)
q f:3 -> q
q bottom -> q : main.done
)");
}

TEST(Translate, AUnitCanBeginAgainAfterItsEnd) {
  const System system = translated(oneProcess("", "unit-begin; unit-split; unit-end"));
  EXPECT_EQ(rulesOf(system, "unit(main)"), R"(
q out -> q out : main.split
q out -> q out : main.not
q out -> q in out : main.beg
q in -> q : main.end
q in -> q in : main.split
q in -> q in : main.is
q in -> q in in : main.beg
)");
  EXPECT_EQ(rulesOf(translated(oneProcess("", "skip")), "unit(main)"), R"(
q out -> q out : main.not
q in -> q in : main.is
)");
}

TEST(Translate, StartAndJoinMeetTheStatusOfTheOther) {
  const System system =
      translated("process main { function f {\nstart p; join p; return\n} }\nprocess p { function g {\nreturn\n} }\n");
  EXPECT_EQ(rulesOf(system, "status(p)"), R"(
dormant s -> started s : main.start(p)
started s -> started s : main.start(p)
started s -> running s : p.go
running s -> running s : main.start(p)
running s -> ended s : p.done
ended s -> ended s : main.start(p)
ended s -> ended s : main.join(p)
)");
  EXPECT_EQ(rulesOf(system, "p"), R"(
q g:0 -> q
q bottom -> q : p.done
q dormant -> q g:0 bottom : p.go
)");
  EXPECT_EQ(rulesOf(system, "status(main)"), "none");
  EXPECT_EQ(rulesOf(translated(oneProcess("", "join main")), "status(main)"), R"(
running s -> ended s : main.done
ended s -> ended s : main.join(main)
)");
}

TEST(Translate, FlagsAndClaimsAreApart) {
  const System system = translated(oneProcess("flag b\nflag unused", "set b; require b; claim b"));
  EXPECT_EQ(rulesOf(system, "flag(b)"), R"(
unset s -> set s : main.set(b)
set s -> set s : main.set(b)
set s -> set s : main.require(b)
)");
  EXPECT_EQ(rulesOf(system, "claim(b)"), R"(
free s -> taken s : main.claim(b)
)");
  EXPECT_EQ(rulesOf(system, "flag(unused)"), "none");
  // Nobody sets it: the flag process still mentions the action, so it cannot happen.
  EXPECT_EQ(rulesOf(translated(oneProcess("flag b", "require b")), "flag(b)"), R"(
set s -> set s : main.require(b)
)");
}

TEST(Translate, OddNamesStayApart) {
  // Unescaped, both would be called a.read(b).read(c).
  EXPECT_NE(actionName("a", ActionKind::Read, "b).read(c"), actionName("a.read(b)", ActionKind::Read, "c"));
  const System system = translated(
      "location \"b).read(c\"\nlocation c\nlock \"p,q\" shared\n"
      "process main { function \"f:1\" {\nread \"b).read(c\"; lock \"p,q\"; return\n}\n"
      "function f {\nwrite c; return\n} }\n"
      "process \"lock(l)\" { function f {\nread c; return\n} }\n");
  std::set<std::string> names;
  for (const Process& process : system.processes) EXPECT_TRUE(names.insert(process.name).second) << process.name;
  const Result<System> again = parse(print(system), "t");
  ASSERT_TRUE(again) << toString(again.error());
  EXPECT_EQ(*again, system);
}

TEST(Translate, EveryActionIsPerformedByItsProcess) {
  const System system = translated(
      "location x\nlock l shared reentrant\nlock m\nflag b\n"
      "process main { function f {\nstart p; lock l; unlock l; claim b; unlock m\nreturn\n} }\n"
      "process p { function f {\nunit-begin; lock m; wait l shared; write x; set b; return\n} }\n");
  std::vector<bool> used(system.actions.size(), false);
  for (const Process& process : system.processes) {
    for (ActionId action : alphabetOf(process)) {
      used[action.index()] = true;
      const std::string& name = system.actions[action];
      if (name.ends_with(".is") || name.ends_with(".not")) continue;
      const Process* actor = find(system, name.substr(0, name.find('.')));
      ASSERT_NE(actor, nullptr) << name;
      const std::vector<ActionId> own = alphabetOf(*actor);
      EXPECT_TRUE(std::binary_search(own.begin(), own.end(), action))
          << process.name << " could do " << name << " alone";
    }
    EXPECT_TRUE(process.finalStates.empty());
  }
  EXPECT_EQ(std::count(used.begin(), used.end(), false), 0);
}

TEST(Dot, DrawsAutomataOverStatesAndOthersOverHeads) {
  System system = translated("flag b\nprocess main { function \"f\\\"\" {\nset b; return\n} }\n");
  system.processes.erase(system.processes.begin() + 1);  // without the unit process
  system.processes[1].finalStates = {StateId(1)};
  EXPECT_EQ(toDot(system), R"~(digraph cpds {
  node [shape=ellipse];
  subgraph cluster_p0_ {
    label="main";
    p0_start [shape=none, label=""];
    p0_0_0 [label="f\":0"];
    p0_0_1 [label="f\":1"];
    p0_0_pop [shape=point];
    p0_0_2 [label="bottom"];
    p0_start -> p0_0_0;
    p0_0_0 -> p0_0_1 [label="main.set(b)"];
    p0_0_1 -> p0_0_pop [label=""];
    p0_0_2 -> p0_0_pop [label="main.done"];
  }
  subgraph cluster_p1_ {
    label="flag(b)";
    p1_start [shape=none, label=""];
    p1_0_0 [label="unset"];
    p1_1_0 [label="set", peripheries=2];
    p1_start -> p1_0_0;
    p1_0_0 -> p1_1_0 [label="main.set(b)"];
    p1_1_0 -> p1_1_0 [label="main.set(b)"];
  }
}
)~");
  const std::string calls = toDot(translated("process main { function f {\ncall f; return\n} }\n"));
  EXPECT_NE(calls.find("p0_0_0 -> p0_0_0 [label=\"+ f:1\", style=bold];"), std::string::npos) << calls;
}

}  // namespace
}  // namespace empire::cpds
