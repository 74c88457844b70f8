#include "frontend/compile.h"

#include <gtest/gtest.h>

#include "tests/unit/frontend/workspace.h"

namespace empire::frontend {
namespace {

class CompileTest : public Workspace {
 protected:
  /// An entry of a compilation database.
  static std::string entry(const std::string& directory, const std::string& file, const std::string& command) {
    return R"({"directory": ")" + directory + R"(", "file": ")" + file + R"(", "command": ")" + command + R"("})";
  }
};

TEST_F(CompileTest, ReportsErrorsWithPositionsAndNotes) {
  options_.files = {write("a.cpp", "int f(int);\nint g() {\n  return f(\"x\");\n}\n")};
  const Result<Compiled> result = compile(options_);
  ASSERT_FALSE(result);
  ASSERT_EQ(result.error().size(), 2U);
  EXPECT_EQ(result.error()[0].where, (Position{at("a.cpp"), 3, 10}));
  EXPECT_EQ(result.error()[0].message, "no matching function for call to 'f'");
  EXPECT_EQ(result.error()[0].severity, Severity::Error);
  EXPECT_EQ(result.error()[1].where.line, 1U);
  EXPECT_EQ(result.error()[1].severity, Severity::Note);
}

TEST_F(CompileTest, WarningsOfTheUsersCodeAreNotErrors) {
  options_.files = {write("a.cpp", "int f() { int unused; }\n#warning hello\nint main() { char c{f()}; return c; }\n")};
  options_.flags = {"-Wall", "-Werror", "-pedantic-errors", "-Werror=return-type"};
  EXPECT_TRUE(compiled().warnings.empty());
}

TEST_F(CompileTest, SaysHowToFindAMissingHeader) {
  options_.files = {write("a.cpp", "#include \"far.h\"\nint main() { return far; }\n")};
  EXPECT_TRUE(has(failure(), "a.cpp:1:10: error: 'far.h' file not found"));
  EXPECT_TRUE(has(failure(), "-I FOLDER"));
  write("lib/far.h", "const int far = 0;\n");
  options_.flags = {"-I" + at("lib")};
  EXPECT_TRUE(defines(*compiled().module, "main"));
}

TEST_F(CompileTest, ReportsMissingFilesAndNoFiles) {
  EXPECT_TRUE(has(failure(), "no source file and no compilation database"));
  options_.files = {at("gone.cpp")};
  EXPECT_EQ(failure(), at("gone.cpp") + ": error: no such file\n");
}

TEST_F(CompileTest, ResultIsTheSameForAnyNumberOfJobs) {
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    const std::string n = name;
    write(n + ".cpp", "#include \"s.h\"\nint " + n + "(S* s) { return s->get() + sizeof(\"" + n + "\"); }\n");
    options_.files.push_back(at(n + ".cpp"));
  }
  write("s.h", "#pragma once\nstruct S { int x; int get() { return x; } };\n");
  const Compiled serial = compiled();
  options_.jobs = 4;
  const Compiled parallel = compiled();
  EXPECT_EQ(bytesOf(*serial.module), bytesOf(*parallel.module));
  EXPECT_EQ(serial.files, parallel.files);
  EXPECT_TRUE(defines(*serial.module, "_Z1eP1S"));
  EXPECT_EQ(serial.files.size(), 6U);
}

TEST_F(CompileTest, ErrorsComeInTheOrderOfTheFiles) {
  for (const char* name : {"z.cpp", "m.cpp", "a.cpp"}) options_.files.push_back(write(name, "int x = y;\n"));
  const std::string serial = failure();
  EXPECT_LT(serial.find("z.cpp"), serial.find("m.cpp"));
  EXPECT_LT(serial.find("m.cpp"), serial.find("a.cpp"));
  options_.jobs = 3;
  EXPECT_EQ(failure(), serial);
}

TEST_F(CompileTest, NamesBothPlacesOfADuplicateSymbol) {
  options_.files = {write("a.cpp", "namespace n { int f(int) { return 1; } }\nint v;\nint main() {}\n"),
                    write("b.cpp", "\nnamespace n { int f(int) { return 2; } }\nint v;\nint main() {}\n")};
  const std::string text = failure();
  EXPECT_TRUE(has(text, "b.cpp:2: error: 'n::f(int)' is defined here and in " + at("a.cpp") + ":1")) << text;
  EXPECT_TRUE(has(text, "b.cpp:3: error: 'v' is defined here and in " + at("a.cpp") + ":2")) << text;
  EXPECT_TRUE(has(text, "b.cpp:4: error: a second 'main'; the first is in " + at("a.cpp") + ":3")) << text;
}

TEST_F(CompileTest, StaticAndInlineNamesMayRepeat) {
  options_.files = {
      write("a.cpp", "static int s() { return 1; } inline int i() { return 3; } int a() { return s() + i(); }"),
      write("b.cpp", "static int s() { return 2; } inline int i() { return 3; } int b() { return s() + i(); }")};
  EXPECT_TRUE(defines(*compiled().module, "_Z1bv"));
}

TEST_F(CompileTest, CompilesCAsC) {
  options_.files = {
      write("a.c", "int class; int f(int *p) { int *q = (void *)0; return q == p + class; }\n"),
      write("b.cpp", "extern \"C\" int f(int*);\nconstexpr auto k = [] { return 1; };\nint main() { return f(0); }\n")};
  EXPECT_TRUE(defines(*compiled().module, "f"));
}

TEST_F(CompileTest, RefusesUnitsForDifferentMachines) {
  write("build/compile_commands.json",
        "[" + entry(root_, "a.cpp", "clang++ -c a.cpp") + "," + entry(root_, "b.cpp", "clang++ -m32 -c b.cpp") + "]");
  write("a.cpp", "int a;");
  write("b.cpp", "int b;");
  options_.buildDir = at("build");
  EXPECT_TRUE(has(failure(), "b.cpp: error: is compiled for another machine than"));
}

TEST_F(CompileTest, HonoursDirectoriesAndResponseFilesOfTheDatabase) {
  write("src/a.cpp", "#include \"one.h\"\n#include \"two.h\"\nint main() { return ONE + TWO + THREE; }\n");
  write("src/inc/one.h", "#define ONE 1\n");
  write("src/more inc/two.h", "#define TWO 2\n");
  write("src/flags.rsp", "-DTHREE=3 \"-Imore inc\"\n");
  write(
      "build/compile_commands.json",
      "[" + entry("../src", "a.cpp", "/usr/bin/c++ -O2 -g3 -flto -MD -MF a.d -Iinc @flags.rsp -o a.o -c a.cpp") + "]");
  options_.buildDir = at("build");
  const Compiled result = compiled();
  ASSERT_EQ(result.units, std::vector<std::string>{at("src/a.cpp")});
  EXPECT_TRUE(defines(*result.module, "main"));
  EXPECT_TRUE(result.warnings.empty()) << toString(result.warnings);
  write("src/flags.rsp", "-DTHREE=3 @deeper.rsp\n");
  EXPECT_TRUE(has(failure(), "a.cpp: error: the response file 'deeper.rsp' does not exist in " + at("src")));
  EXPECT_FALSE(std::filesystem::exists(at("src/a.o")) || std::filesystem::exists(at("src/a.d")));
}

TEST_F(CompileTest, LeavesOutFlagsThatOnlyGccKnows) {
  write("a.cpp", "int main() { return X; }\n");
  write("compile_commands.json",
        "[" +
            entry(root_, "a.cpp",
                  "g++ -fno-shrink-wrap-separate -fconcepts-diagnostics-depth=3 -Wno-maybe-uninitialized -DX=1 "
                  "-fprofile-partial-training -std=gnu++17 -c a.cpp") +
            "]");
  options_.buildDir = root_;
  const Compiled result = compiled();
  EXPECT_TRUE(defines(*result.module, "main"));
  const std::string text = toString(result.warnings);
  EXPECT_TRUE(has(text, "Clang does not know the flag '-fno-shrink-wrap-separate'")) << text;
  EXPECT_TRUE(has(text, "'-fconcepts-diagnostics-depth=3'")) << text;
  EXPECT_EQ(result.warnings.size(), 2U) << text;
}

TEST_F(CompileTest, DropsPrecompiledHeadersPluginsAndSanitizers) {
  options_.files = {
      write("a.cpp",
            "#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer) || defined(__OPTIMIZE__)\n"
            "#error instrumented\n#endif\nint main() {}\n")};
  options_.flags = {"-Xclang",           "-include-pch", "-Xclang",       "gone.pch", "-fplugin=gone.so",
                    "-fsanitize=thread", "-O3",          "-Wl,-rpath,x",  "-lfoo",    "foo.o",
                    "--coverage",        "-mllvm",       "-no-such-thing"};
  EXPECT_TRUE(defines(*compiled().module, "main"));
}

TEST_F(CompileTest, SaysWhatIsWrongWithTheDatabase) {
  options_.buildDir = root_;
  EXPECT_TRUE(has(failure(), "compile_commands.json: error: no such file; with CMake"));
  write("compile_commands.json", "[{]");
  EXPECT_TRUE(has(failure(), "not a compilation database"));
  write("compile_commands.json", "[]");
  EXPECT_TRUE(has(failure(), "has no entries"));
  write("a.cpp", "int main() {}\n");
  write("compile_commands.json",
        "[" + entry(root_, "a.cpp", "c++ -c a.cpp") + "," + entry(root_, "gone.cpp", "c++ -c gone.cpp") + "]");
  EXPECT_EQ(failure(), at("gone.cpp") + ": error: no such file, but there is an entry for it in " +
                           at("compile_commands.json") + "\n");
  write("compile_commands.json", "[" + entry(at("nowhere"), "../a.cpp", "c++ -c ../a.cpp") + "]");
  EXPECT_TRUE(has(failure(), "names the directory " + at("nowhere") + ", which does not exist"));
}

TEST_F(CompileTest, FilesOutsideTheDatabaseTakeTheFlagsOfTheNearest) {
  write("x/a.cpp", "int a;\n");
  write("y/b.cpp", "int b;\n");
  write("y/new.cpp", "int n = FROM;\n#if FROM != 2\n#error wrong neighbour\n#endif\n");
  write("compile_commands.json", "[" + entry(root_, "x/a.cpp", "c++ -DFROM=1 -c x/a.cpp") + "," +
                                     entry(root_, "y/b.cpp", "c++ -DFROM=2 -c y/b.cpp") + "]");
  options_.buildDir = root_;
  options_.files = {at("y/new.cpp")};
  const Compiled result = compiled();
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_TRUE(has(result.warnings[0].message, "compiled with the flags of " + at("y/b.cpp")))
      << result.warnings[0].message;
}

TEST_F(CompileTest, UsesTheFirstOfSeveralEntriesOfAFile) {
  write("a.cpp", "int v = N;\n#if N != 1\n#error second\n#endif\n");
  write("compile_commands.json",
        "[" + entry(root_, "a.cpp", "c++ -DN=1 -c a.cpp") + "," + entry(root_, "./a.cpp", "c++ -DN=2 -c a.cpp") + "]");
  options_.buildDir = root_;
  const Compiled result = compiled();
  EXPECT_EQ(result.units.size(), 1U);
  EXPECT_TRUE(has(toString(result.warnings), "2 entries in"));
}

TEST_F(CompileTest, KnowsSystemHeaders) {
  write("sys/s.h", "inline int s() { return 1; }\n");
  write("own/o.h", "inline int o() { return 1; }\n");
  write("own/pragma.h", "#pragma GCC system_header\ninline int p() { return 1; }\n");
  options_.files = {write("a.cpp",
                          "#include <s.h>\n#include \"own/../own/o.h\"\n#include \"own/pragma.h\"\n"
                          "int main() { return s() + o() + p(); }\n")};
  options_.flags = {"-isystem", at("sys")};
  const Compiled result = compiled();
  EXPECT_TRUE(result.isSystem(at("sys/s.h")));
  EXPECT_TRUE(result.isSystem(at("own/pragma.h")));
  EXPECT_FALSE(result.isSystem(at("own/o.h")));
  EXPECT_FALSE(result.isSystem(at("a.cpp")));
  EXPECT_TRUE(result.isSystem("<built-in>"));
  EXPECT_TRUE(result.isSystem(result.module->getFunction("_Z1sv")->getSubprogram()));
  EXPECT_FALSE(result.isSystem(result.module->getFunction("_Z1ov")->getSubprogram()));
  EXPECT_TRUE(result.isSystem(result.module->getFunction("_Z1pv")->getSubprogram()));
  EXPECT_FALSE(result.isSystem(result.module->getFunction("main")->getSubprogram()));
}

TEST_F(CompileTest, AHeaderThatIsTheUsersInOneUnitIsTheUsers) {
  write("inc/h.h", "inline int h() { return 1; }\n");
  write("a.cpp", "#include <h.h>\nint a() { return h(); }\n");
  write("b.cpp", "#include <h.h>\nint b() { return h(); }\n");
  write("compile_commands.json", "[" + entry(root_, "a.cpp", "c++ -isystem inc -c a.cpp") + "," +
                                     entry(root_, "b.cpp", "c++ -Iinc -c b.cpp") + "]");
  options_.buildDir = root_;
  EXPECT_FALSE(compiled().isSystem(at("inc/h.h")));
}

}  // namespace
}  // namespace empire::frontend
