#include "cpds/text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cpds/name.h"
#include "cpds/process_builder.h"

namespace empire::cpds {
namespace {

constexpr std::string_view kTwo = R"(actions p.lock(l) p.unlock(l) "odd \"one\""

process p {
  states q
  symbols f:0 f:1 bottom
  initial q f:0 bottom
  final any
  rule q f:0 -> q f:1 : p.lock(l)
  rule q f:0 -> q f:0 f:1
  rule q f:1 -> q : p.unlock(l)
}

process "lock l" {
  states q "any" other
  symbols open
  initial q open
  final q other
  rule q open -> "any" open : "odd \"one\""
}
)";

std::string errorsOf(std::string_view text) {
  const Result<System> result = parse(text, "t.cpds");
  return result ? "no error" : toString(result.error());
}

/// The text of a process p with the given lines.
std::string process(std::string_view lines) {
  return "actions a\nprocess p {\n states q\n symbols s t\n" + std::string(lines) + "\n}\n";
}

TEST(Text, PrintsWhatItRead) {
  const Result<System> system = parse(kTwo, "t.cpds");
  ASSERT_TRUE(system) << toString(system.error());
  EXPECT_EQ(print(*system), kTwo);
  EXPECT_EQ(*parse(print(*system), "again"), *system);
  EXPECT_EQ(system->processes[0].initialStack, (std::vector<SymbolId>{SymbolId(0), SymbolId(2)}));
  EXPECT_EQ(system->processes[1].finalStates, (std::vector<StateId>{StateId(0), StateId(2)}));
  EXPECT_EQ(system->actions[ActionId(2)], "odd \"one\"");
}

TEST(Text, BlanksCommentsAndSemicolonsDoNotMatter) {
  const std::string text =
      "# a system\nactions a b ; actions c\n\n\tprocess p { # one\nstates q;symbols s\ninitial q s\n"
      "rule q s->q s:c\nrule q s -> q s : a\n}";
  // `s:c` without blanks is one name, which is not declared.
  EXPECT_EQ(errorsOf(text), "t.cpds:7:13: error: unknown symbol `s:c`: declare it above with `symbols s:c`\n");
  EXPECT_EQ(errorsOf("actions a\nprocess p {\nstates q;symbols s\ninitial q s\nrule q s->q s : a;}"), "no error");
}

TEST(Text, NothingIsAnEmptySystem) {
  EXPECT_EQ(*parse("", "t"), System());
  EXPECT_EQ(print(System()), "");
}

TEST(Text, NamesOfEveryKindSurvive) {
  System system;
  ProcessBuilder builder("7 up\n\x01\x80");
  const StateId q = builder.state("");
  builder.state("any");
  builder.state("rule");
  builder.state("->");
  const SymbolId s = builder.symbol("f(int, char):12");
  for (const char* name :
       {"f:0", "x%2C", "x%28", "p.q(r):1", "(a)", "1", "a-b", "a\"b\\", "#", ";", "\t", "a:", "a::b"}) {
    builder.symbol(name);
  }
  builder.initial(q, {});
  builder.pop(q, s, q, system.actions.intern(":"));
  system.processes.push_back(builder.finish());
  const Result<System> again = parse(print(system), "t");
  ASSERT_TRUE(again) << toString(again.error());
  EXPECT_EQ(*again, system);
}

TEST(Text, LongListsAreBrokenIntoLines) {
  System system;
  for (int i = 0; i < 100; ++i) system.actions.intern("an.action(" + std::to_string(i) + ")");
  const std::string text = print(system);
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    width = std::max(width, end - at);
    at = end + 1;
  }
  EXPECT_LE(width, 118u);
  EXPECT_EQ(*parse(text, "t"), system);
}

TEST(Name, QuotesOnlyWhatItMust) {
  EXPECT_EQ(spell("p1.write(x)"), "p1.write(x)");
  EXPECT_EQ(spell("levels(p,l)"), "levels(p,l)");
  EXPECT_EQ(spell("run:3:again"), "run:3:again");
  EXPECT_EQ(spell("x%2C"), "\"x%2C\"");
  EXPECT_EQ(spell("two words"), "\"two words\"");
  EXPECT_EQ(spell("any"), "\"any\"");
  EXPECT_EQ(escaped("f(a,b)%"), "f%28a%2Cb%29%25");
}

struct BadText {
  std::string text;
  std::string_view message;
};

TEST(Text, EveryErrorHasItsPlaceAndSaysWhatToDo) {
  const BadText kBad[] = {
      {"garbage", "t.cpds:1:1: error: `actions` or `process` is expected, found `garbage`"},
      {"\"process\" p {", "t.cpds:1:1: error: `actions` or `process` is expected, found `process`"},
      {"}", "t.cpds:1:1: error: `actions` or `process` is expected, found `}`"},
      {"actions", "t.cpds:1:8: error: the name of an action is expected after `actions`"},
      {"actions a a", "t.cpds:1:11: error: action `a` is declared twice: remove one"},
      {"actions a :", "t.cpds:1:11: error: the name of an action is expected, found `:`"},
      {"actions 12",
       "t.cpds:1:9: error: a name is expected, found the number 12: write a name that begins with a "
       "digit in quotes"},
      {"actions a + b",
       "t.cpds:1:11: error: a name, `->`, `:`, `{` or `}` is expected, found `+`: write other names in "
       "quotes"},
      {"actions \"a",
       "t.cpds:1:9: error: the string does not end on its line: add `\"`, and write a line break as "
       "`\\n`"},
      {"process", "t.cpds:1:1: error: `process` is followed by a name and `{`, as in `process p {`"},
      {"process p", "t.cpds:1:10: error: `{` is expected after the name of the process"},
      {"process p {", "t.cpds:1:12: error: process p does not end: add `}`"},
      {"process p { states q", "t.cpds:1:13: error: the end of the line is expected after `{`, found `states`"},
      {"process p {\n}", "t.cpds:2:1: error: process p has no `initial` line: add `initial STATE SYMBOL...`"},
      {process(" initial q s\n") + process(" initial q s"), "t.cpds:8:9: error: action `a` is declared twice"},
      {process(" initial q") + "process p {\n states q\n initial q\n}",
       "t.cpds:7:9: error: there is a process `p` above "
       "already: rename one"},
      {process(" initial q\n initial q"), "t.cpds:6:2: error: process p has two `initial` lines: remove one"},
      {process(" initial r"), "t.cpds:5:10: error: unknown state `r`: declare it above with `states r`"},
      {process(" initial q s u"), "t.cpds:5:14: error: unknown symbol `u`: declare it above with `symbols u`"},
      {process(" initial q s\n final"), "t.cpds:6:7: error: a state is expected at the end of the line"},
      {process(" initial q s\n final any\n final q"),
       "t.cpds:7:2: error: `final any` and final states exclude each other"},
      {process(" states q"), "t.cpds:5:9: error: state `q` is declared twice: remove one"},
      {process(" rule q"), "t.cpds:5:8: error: a symbol is expected at the end of the line"},
      {process(" rule q s"), "t.cpds:5:10: error: `->` is expected after the state and the topmost symbol"},
      {process(" rule q s t"),
       "t.cpds:5:11: error: `->` is expected after the state and the topmost symbol, found `t`"},
      {process(" rule q s ->"), "t.cpds:5:13: error: a state is expected at the end of the line"},
      {process(" rule x s -> q"), "t.cpds:5:7: error: unknown state `x`: declare it above with `states x`"},
      {process(" rule q x -> q"), "t.cpds:5:9: error: unknown symbol `x`: declare it above with `symbols x`"},
      {process(" rule q s -> q s t s"),
       "t.cpds:5:20: error: a rule pushes at most two symbols, or `: ACTION` is missing"},
      {process(" rule q s -> q :"), "t.cpds:5:17: error: an action is expected at the end of the line"},
      {process(" rule q s -> q : b"), "t.cpds:5:18: error: unknown action `b`: declare it above with `actions b`"},
      {process(" rule q s -> q : a a"),
       "t.cpds:5:20: error: the end of the line is expected after the action, found `a`"},
      {process(" fish"),
       "t.cpds:5:2: error: `states`, `symbols`, `initial`, `final`, `rule` or `}` is expected, found "
       "`fish`"},
  };
  for (const BadText& bad : kBad) {
    const std::string errors = errorsOf(bad.text);
    EXPECT_EQ(errors.substr(0, bad.message.size()), bad.message) << "for:\n" << bad.text;
  }
}

TEST(Text, ReportsAtMostTwentyErrors) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "garbage\n";
  const Result<System> result = parse(text, "t");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().size(), 20u);
}

}  // namespace
}  // namespace empire::cpds
