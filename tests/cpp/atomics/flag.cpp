// An atomic_flag is tested, then set: two threads may both believe that they were first.
// THREAD one: take{ R taken, U taken }
// THREAD one: take{ R taken }
// THREAD two: take{ R taken, U taken }
// THREAD two: take{ R taken }
// 1: the other's update falls between my read and my update. 2: the same, with my update as the second read. 3 to 5
// need a write before my last access, but the update is the only write and comes last; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=taken
// VIOLATION: 1 2
// SAFE: rest
// WITNESS 1: @r @w @w
// WITNESS 2: @r @w @w
#include <atomic>
#include <thread>

struct Claim {
  std::atomic_flag taken = ATOMIC_FLAG_INIT;

  bool take() {
    if (taken.test()) return false;  // @r @gap
    taken.test_and_set();            // @w
    return true;
  }
};

int main() {
  Claim claim;  // @SITE
  std::thread one([&] { claim.take(); });
  std::thread two([&] { claim.take(); });
  one.join();
  two.join();
}
