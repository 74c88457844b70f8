#include "reduction/reduce.h"

#include "tests/unit/reduction/fixture.h"

namespace empire::reduction {
namespace {

// A stack with two fields and a mutex; push writes both, size reads both. `lock` is put around the accesses of `size`.
std::string stackProgram(bool lockInSize) {
  const std::string lock = lockInSize ? "lock this.m\n" : "";
  const std::string unlock = lockInSize ? "unlock this.m\n" : "";
  return R"(
type Stack size 56 {
  field count 0 size 4
  field data 8 size 8
  field m 16 size 40 sync
}
object s global type Stack query exact @"stack.cpp":3
object t thread exact
main main
function main user once {
  start worker on t @"stack.cpp":20
  call push ( s )
  join t
  return
}
function worker user {
  call getSize ( s )
  return
}
function push "Stack::push" user method Stack {
  value this = s
  param this
  lock this.m
  write this.count "count" @7
  write this.data "data" @8
  unlock this.m
  return
}
function getSize "Stack::size" user method Stack {
  value this = s
  param this
  )" + lock +
         "read this.count @11\nread this.data @12\n" + unlock + "return\n}\n";
}

TEST(Reduce, TwoMethodsUnderOneLockAreSafe) {
  const Reduced reduced = reduceText(stackProgram(true));
  expectViolations(reduced, {});
  EXPECT_EQ(reduced.cannotBeSafe, "");
  EXPECT_EQ(reduced.note, "");
  ASSERT_EQ(reduced.threads.size(), 2u);
  EXPECT_EQ(reduced.threads[1].name, "worker at stack.cpp:20");
}

TEST(Reduce, WithoutTheLockTheReaderSeesATornState) { expectViolations(reduceText(stackProgram(false)), {8, 9}); }

}  // namespace
}  // namespace empire::reduction
