#include "program/text.h"

#include <gtest/gtest.h>

namespace empire::program {
namespace {

constexpr const char* kStack = R"x(
file "stack.cpp"
sizes 10, 200, 4, 50
type Stack size 64 {
  field count 0 size 4
  field "inner.x" 8 size 8
  field m 24 size 40 sync
}
type Derived "ns::Derived<int>" size 72 base Stack {
}
object s "new Stack" heap type Stack size 64 query exact @"stack.cpp":29:5
object buffer heap size 40 library inexact "allocated in a loop" array
object flag global exact thread-local
object t thread exact
cell s+8 -> buffer, s+?
gap "inline assembly" @12
initialiser init
main main
finaliser push

function main user once @20 {
  value p = s
  value q = s, buffer, unknown
  alloc p @"stack.cpp":29
  call push ( p ) "s->push()" -> ok, bad
  ok: start push ( p ) on t name "std::thread" "thread t(push)"
  define q from p
  external ( q{s+8, unknown}, nothing ) name "puts"
  call push when s, unknown ( p ) defines q
  join t
  once init on flag
  publish ( q )
  free p
  skip -> ok, end
  bad: unwind
  end: return
}
function push "Stack::push" user method Stack context "this = s" {
  value this = s
  param this "this" type Stack
  lock this.m recursive
  read this.count atomic volatile "count" @3:4
  update this+? size 2
  write {s+8, buffer} size 4
  unlock this.m any-mode
  trylock this.m shared -> a, b
  a: wait this.m
  b: return
}
function init constructor destructor {
  value x
  param x
  stop
}
)x";

TEST(ProgramText, ReadsWhatItPrints) {
  const Result<Program> program = parse(kStack, "stack.program");
  ASSERT_TRUE(program) << toString(program.error());
  const std::string text = print(*program);
  const Result<Program> again = parse(text, "again.program");
  ASSERT_TRUE(again) << toString(again.error()) << text;
  EXPECT_EQ(*program, *again) << text;
  EXPECT_EQ(text, print(*again));
}

TEST(ProgramText, ExpandsTheShortForms) {
  const Result<Program> program = parse(kStack, "stack.program");
  ASSERT_TRUE(program);
  const Function& push = program->functions[1];
  EXPECT_EQ(push.name, "Stack::push");
  const Node& lock = push.nodes[0];
  EXPECT_EQ(lock.operand.root, push.params[0]);
  EXPECT_EQ(lock.operand.places, (std::vector<Place>{{ObjectId(0), 24}}));
  EXPECT_EQ(lock.operand.size, 40u);
  EXPECT_EQ(push.nodes[1].loc, (SourceLoc{FileId(0), 3, 4}));
  EXPECT_EQ(push.nodes[2].operand.places[0].offset, -1);
  EXPECT_EQ(push.nodes[5].next, (std::vector<NodeId>{NodeId(6), NodeId(7)}));
  const Node& external = program->functions[0].nodes[4];
  EXPECT_TRUE(external.args[0].unknown);
  EXPECT_EQ(external.args[1], Operand{});
}

TEST(ProgramText, NamesThatClashAreTakenApart) {
  Program program;
  for (const char* name : {"new Stack", "new Stack", "v0", "shared", "", "1st"}) {
    Object& object = program.objects.emplace_back();
    object.name = name;
  }
  Function& f = program.functions.emplace_back();
  f.name = "operator()";
  f.values.resize(1);
  f.values[0].objects = {ObjectId(1), ObjectId(2)};
  Node& read = f.nodes.emplace_back();
  read.op = Op::Read;
  read.operand.root = ValueId(0);
  read.operand.places = {{ObjectId(2), 0}};
  read.next = {};
  const Result<Program> again = parse(print(program), "x");
  ASSERT_TRUE(again) << toString(again.error()) << print(program);
  EXPECT_EQ(program, *again);
}

TEST(ProgramText, SaysWhereItIsWrong) {
  const auto message = [](const char* text) {
    const Result<Program> program = parse(text, "x");
    return program ? std::string("parsed") : toString(program.error()[0]);
  };
  EXPECT_EQ(message("object a pile"), "x:1:10: error: expected global, stack, heap or thread, found `pile`");
  EXPECT_EQ(message("function f {\n  read a\n return\n}"),
            "x:2:8: error: expected a value, an object or a field of one, found `a`");
  EXPECT_EQ(message("function f {\n  skip -> b\n}"), "x:2:11: error: no label `b` in this function");
  EXPECT_NE(message("function f {\n  skip\n}").find("expected the last operation"), std::string::npos);
  EXPECT_NE(message("main f").find("expected the name of a function"), std::string::npos);
  EXPECT_NE(message("main \"f").find("x:1:6"), std::string::npos);
}

}  // namespace
}  // namespace empire::program
