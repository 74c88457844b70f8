#include "esl/parser.h"

#include <gtest/gtest.h>

#include <string>

#include "esl/printer.h"

namespace empire::esl {
namespace {

std::string errorsIn(std::string_view text) {
  const Result<Module> result = parse(text, "a.esl");
  return result ? "" : toString(result.error());
}

struct Row {
  std::string_view text;
  std::string_view errors;
};

TEST(Parser, ReadsDeclarationsAndProcesses) {
  const Result<Module> result = parse(
      "process main entry second @\"m.cpp\":7 { function first { return }\n"
      "  function second\n  { call first; start p\n again: join p; goto again } }\n"
      "process p { function f { return } }  # names may be used before they are declared\n"
      "location x; location y @\"m.cpp\":1:2\nlock m shared reentrant; lock k reentrant; flag b",
      "a.esl");
  ASSERT_TRUE(result) << toString(result.error());
  const Module& m = *result;
  ASSERT_EQ(m.locations.size(), 2u);
  EXPECT_EQ(m.locations[1].name, "y");
  EXPECT_EQ(m.position(m.locations[1].loc), (Position{"m.cpp", 1, 2}));
  EXPECT_EQ(m.position(m.locations[0].loc), (Position{"a.esl", 6, 1}));
  ASSERT_EQ(m.locks.size(), 2u);
  EXPECT_TRUE(m.locks[0].shared && m.locks[0].reentrant);
  EXPECT_TRUE(!m.locks[1].shared && m.locks[1].reentrant);
  EXPECT_EQ(m.flags.size(), 1u);
  ASSERT_EQ(m.processes.size(), 2u);
  EXPECT_EQ(m.main(), ProcessId(0));
  EXPECT_EQ(m.processes[0].entry, FunctionId(1));
  EXPECT_EQ(m.processes[1].entry, FunctionId(0));
  EXPECT_EQ(m.position(m.processes[0].loc), (Position{"m.cpp", 7, 0}));
  const Function& second = m.processes[0].functions[1];
  EXPECT_EQ(m.position(second.body[2].loc), (Position{"a.esl", 4, 9}));
  EXPECT_EQ(second.targets, (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(second.body[0].callee(), FunctionId(0));
  EXPECT_EQ(second.body[1].process(), ProcessId(1));
}

TEST(Parser, ReadsEveryStatement) {
  const Result<Module> result = parse(
      "location x; lock m shared; flag b; process p { function f { return } }\n"
      "process main { function f {\n"
      "A: skip; goto B\nB: choice A, B, C\nC: call f; read x; read x atomic; write x atomic may \"x = 1\" @\"f\":3:4\n"
      "update x may; lock m; lock m shared; unlock m; unlock m shared; trylock m else A; trylock m shared else B\n"
      "wait m; wait m shared; unit-begin \"T::f\"; unit-end; unit-split; start p; join p; set b; require b; claim b\n"
      "return } }",
      "a.esl");
  ASSERT_TRUE(result) << toString(result.error());
  const Function& f = result->processes[1].functions[0];
  std::string listing;
  for (const Stmt& stmt : f.body) listing += describe(*result, ProcessId(1), f, stmt) + "\n";
  EXPECT_EQ(listing,
            "skip\ngoto L2\nchoice L0, L2, L3\ncall f\nread x\nread x atomic\nwrite x atomic may\nupdate x may\n"
            "lock m\nlock m shared\nunlock m\nunlock m shared\ntrylock m else L0\ntrylock m shared else L2\nwait m\n"
            "wait m shared\nunit-begin\nunit-end\nunit-split\nstart p\njoin p\nset b\nrequire b\nclaim b\nreturn\n");
  EXPECT_EQ(result->text(f.body[6].text), "x = 1");
  EXPECT_EQ(result->position(f.body[6].loc), (Position{"f", 3, 4}));
  EXPECT_EQ(result->text(f.body[16].text), "T::f");
}

TEST(Parser, NumbersFilesAndTextsInTheOrderOfTheCanonicalText) {
  const Result<Module> result = parse(
      "process main @\"c\":1 { function f @\"d\":1 { skip \"one\" @\"b\":1; return \"two\" @\"a\":1 } }\n"
      "location x @\"a\":3",
      "unused.esl");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->files.size(), 4u);
  EXPECT_EQ(result->files[FileId(0)], "a");
  EXPECT_EQ(result->files[FileId(1)], "c");
  EXPECT_EQ(result->texts[TextId(0)], "one");
}

TEST(Parser, AcceptsTextsWithoutMeaning) {
  // The validator says what is missing.
  for (std::string_view text : {"", "\n\n# nothing\n", "process p {}", "process main { function f { } }"}) {
    EXPECT_EQ(errorsIn(text), "") << text;
  }
}

// Each statement stands on line 3, from column 3.
TEST(Parser, ErrorsInStatements) {
  const Row rows[] = {
      {"goto return", "3:8: error: expected a label after `goto`, found `return`: write `goto LABEL`"},
      {"goto", "3:7: error: expected a label after `goto`, found the end of the line: write `goto LABEL`"},
      {"goto ;", "3:8: error: expected a label after `goto`, found `;`: write `goto LABEL`"},
      {"lok m", "3:3: error: expected a statement, found `lok`; did you mean `lock`?"},
      {"foo", "3:3: error: expected a statement, found `foo`: write one such as `skip` or `read x`"},
      {"7", "3:3: error: expected a statement, found the number 7: write one such as `skip` or `read x`"},
      {"read",
       "3:7: error: expected a location after `read`, found the end of the line: write `read LOCATION [atomic] [may]`"},
      {"read x may atomic",
       "3:14: error: expected the end of the statement, found `atomic`: write `read LOCATION [atomic] [may]` and then "
       "a new line or `;`"},
      {"update x atomic",
       "3:12: error: expected the end of the statement, found `atomic`: write `update LOCATION [may]` and then a new "
       "line or `;`"},
      {"skip skip",
       "3:8: error: expected the end of the statement, found `skip`: write `skip` and then a new line or `;`"},
      {"skip \"a\" \"b\"",
       "3:12: error: expected the end of the statement, found the string \"b\": write `skip` and then a new line or "
       "`;`"},
      {"read a-b", "3:8: error: expected a location after `read`, found `a-b`: a name with `-` is written in quotes"},
      {"read 1x", "3:8: error: a number is followed by letters: write a name that begins with a digit in quotes"},
      {"trylock m goto L", "3:13: error: expected `else`, found `goto`: write `trylock LOCK [shared] else LABEL`"},
      {"trylock m else",
       "3:17: error: expected a label after `else`, found the end of the line: write `trylock LOCK "
       "[shared] else LABEL`"},
      {"A: choice A,",
       "3:15: error: expected a label after `,`, found the end of the line: write `choice LABEL, LABEL`"},
      {"choice", "3:9: error: expected a label after `choice`, found the end of the line: write `choice LABEL, LABEL`"},
      {"unlock", "3:9: error: expected a lock after `unlock`, found the end of the line: write `unlock LOCK [shared]`"},
      {"start 3", "3:9: error: expected a process after `start`, found the number 3: write `start PROCESS`"},
      {"set b", "3:7: error: no flag named `b`: declare it with `flag NAME`"},
      {"lock mm", "3:8: error: no lock named `mm`; did you mean `m`?"},
      {"read y; read y", "3:8: error: no location named `y`: declare it with `location NAME`"},
      {"start man", "3:9: error: no process named `man`; did you mean `main`?"},
      {"call g", "3:8: error: no function named `g` in process `main`: add `function NAME { ... }` to it"},
      {"goto L1; L2: skip", "3:8: error: no label named `L1` in function `f`; did you mean `L2`?"},
      {"goto \"a b\"", "3:8: error: no label named `\"a b\"` in function `f`: write `LABEL:` before a statement"},
      {"L: skip; L: skip", "3:12: error: there is already a label named `L`, on line 3: rename one of them"},
      {"read: skip", "3:3: error: `read` cannot be a label as it is: write it in quotes"},
      {"\"a b\" skip", "3:9: error: expected `:` after the label, found `skip`: write `LABEL: STATEMENT`"},
      {"lock m shared", "3:10: error: lock `m` is not declared `shared`: declare it with `lock m shared`"},
      {"skip @\"f\":4294967296", "3:13: error: the line number 4294967296 is too large: the largest is 4294967295"},
      {"skip @\"f\":1:99999999999999999999",
       "3:15: error: the column number 99999999999999999999 is too large: the largest is 4294967295"},
      {"skip @f:3", "3:9: error: expected a file name in quotes after `@`, found `f`: write `@\"FILE\":LINE:COLUMN`"},
      {"skip @\"f\"",
       "3:12: error: expected `:` and a line number, found the end of the line: write `@\"FILE\":LINE:COLUMN`"},
      {"skip @\"f\":", "3:13: error: expected a line number, found the end of the line: write `@\"FILE\":LINE:COLUMN`"},
      {"skip @\"f\":3:x", "3:15: error: expected a column number, found `x`: write `@\"FILE\":LINE:COLUMN`"},
      {"skip \"abc", "3:8: error: the string does not end on its line: add `\"`, and write a line break as `\\n`"},
      {"foo \"abc", "3:7: error: the string does not end on its line: add `\"`, and write a line break as `\\n`"},
      {"\xc3\xa4: skip", "3:3: error: the byte 0xC3 is not ASCII: write such names in quotes"},
  };
  for (const Row& row : rows) {
    const std::string text =
        "location x; lock m\nprocess main { function f {\n  " + std::string(row.text) + "\n  return\n} }\n";
    EXPECT_EQ(errorsIn(text), "a.esl:" + std::string(row.errors) + "\n") << row.text;
  }
}

TEST(Parser, ErrorsAroundStatements) {
  const Row rows[] = {
      {"process main",
       "1:13: error: expected `{`, found the end of the file: write `process NAME [entry FUNCTION] { ... }`"},
      {"process main {",
       "1:15: error: expected `function` or `}`, found the end of the file: close the process that begins on line 1 "
       "with `}`"},
      {"process main { function f { skip",
       "1:33: error: expected a statement or `}`, found the end of the file: close the function that begins on line 1 "
       "with `}`"},
      {"process main {\nfunction f {\nreturn\nprocess p { function f { return } }",
       "4:1: error: expected a statement or `}`, found `process`: close the function that begins on line 2 with `}`"},
      {"process main {\nfunction f {\nreturn\nfunction g { return } }",
       "4:1: error: expected a statement or `}`, found `function`: close the function that begins on line 2 with `}`"},
      {"process main { function f { return }\nlocation x",
       "2:1: error: expected `function` or `}`, found `location`: close the process that begins on line 1 with `}`"},
      {"process main { skip\n}",
       "1:16: error: expected `function` or `}`, found `skip`: statements stand in a function"},
      {"process main { function f { L: } }",
       "1:32: error: expected a statement after the label, found `}`: write `LABEL: skip`"},
      {"proces main { function f { foo } }",
       "1:1: error: expected `location`, `lock`, `flag` or `process`, found `proces`; did you mean `process`?"},
      {"foo",
       "1:1: error: expected `location`, `lock`, `flag` or `process`, found `foo`: write `process NAME { ... }`"},
      {"function f { return }",
       "1:1: error: `function` belongs in a process: write `process NAME { function NAME { ... } }` around it"},
      {"}",
       "1:1: error: expected `location`, `lock`, `flag` or `process`, found `}`: there is no block open that it could "
       "close"},
      {"location", "1:9: error: expected a name after `location`, found the end of the file: write `location NAME`"},
      {"location read", "1:10: error: expected a name after `location`, found `read`: write `location NAME`"},
      {"location x y",
       "1:12: error: expected the end of the line, found `y`: write `location NAME` on a line of its own"},
      {"lock m reentrant shared",
       "1:18: error: expected the end of the line, found `shared`: write `lock NAME [shared] [reentrant]` on a line of "
       "its own"},
      {"process main entry g { function f { return } }",
       "1:20: error: no function named `g` in process `main`: add `function NAME { ... }` to it"},
      {"process p entry {}",
       "1:17: error: expected a function after `entry`, found `{`: write `process NAME [entry FUNCTION] { ... }`"},
      {"process p {}\nprocess p {}", "2:9: error: there is already a process named `p`, on line 1: rename one of them"},
      {"flag b\nflag \"b\"", "2:6: error: there is already a flag named `b`, on line 1: rename one of them"},
      {"process p { function f { return }\nfunction f { return } }",
       "2:10: error: there is already a function named `f`, on line 1: rename one of them"},
      {"location x @\"f\":1 x",
       "1:19: error: expected the end of the line, found `x`: write `location NAME` on a line of its own"},
  };
  for (const Row& row : rows) EXPECT_EQ(errorsIn(row.text), "a.esl:" + std::string(row.errors) + "\n") << row.text;
}

TEST(Parser, GoesOnAfterAnErrorAndSortsByPosition) {
  EXPECT_EQ(errorsIn("lokation x\n"
                     "process main { function f { goto\n"
                     "  read y; lock\n"
                     "  return } }\n"
                     "lock m m\n"),
            "a.esl:1:1: error: expected `location`, `lock`, `flag` or `process`, found `lokation`; did you mean "
            "`location`?\n"
            "a.esl:2:33: error: expected a label after `goto`, found the end of the line: write `goto LABEL`\n"
            "a.esl:3:8: error: no location named `y`: declare it with `location NAME`\n"
            "a.esl:3:15: error: expected a lock after `lock`, found the end of the line: write `lock LOCK [shared]`\n"
            "a.esl:5:8: error: expected the end of the line, found `m`: write `lock NAME [shared] [reentrant]` on a "
            "line of its own\n");
}

TEST(Parser, StopsAfterTwentyErrors) {
  std::string text;
  for (int i = 0; i < 21; ++i) text += "foo\n";
  const Result<Module> result = parse(text, "a.esl");
  ASSERT_FALSE(result);
  ASSERT_EQ(result.error().size(), 21u);
  EXPECT_EQ(toString(result.error().back()),
            "a.esl:20:1: note: there are more than 20 errors; the others are not shown");
  const Result<Module> twenty = parse(std::string_view(text).substr(0, 80), "a.esl");
  ASSERT_FALSE(twenty);
  EXPECT_EQ(twenty.error().size(), 20u);
}

TEST(Parser, SurvivesDeepAndHugeInput) {
  EXPECT_NE(errorsIn(std::string(1'000'000, '{')), "");
  EXPECT_NE(errorsIn(std::string(1'000'000, '}')), "");
  EXPECT_NE(errorsIn("location " + std::string(1'000'000, 'x') + " y"), "");
  EXPECT_NE(errorsIn("process main { function f { read " + std::string(1'000'000, 'x') + "; return } }"), "");
  std::string text = "location x\nprocess main { function f {\n";
  for (int i = 0; i < 200'000; ++i) text += "L" + std::to_string(i) + ": read x; goto L" + std::to_string(i) + "\n";
  const Result<Module> result = parse(text + "} }", "a.esl");
  ASSERT_TRUE(result);
  EXPECT_EQ(statementCount(*result), 400'000u);
}

}  // namespace
}  // namespace empire::esl
