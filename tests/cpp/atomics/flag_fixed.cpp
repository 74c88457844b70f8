// test_and_set is one indivisible step.
// THREAD one: take{ U taken }
// THREAD two: take{ U taken }
// A unit has one access, an update.
// RUN: empire check %s --site=%s:@SITE --fields=taken
// SAFE: all
#include <atomic>
#include <thread>

struct Claim {
  std::atomic_flag taken = ATOMIC_FLAG_INIT;

  bool take() { return !taken.test_and_set(); }
};

int main() {
  Claim claim;  // @SITE
  std::thread one([&] { claim.take(); });
  std::thread two([&] { claim.take(); });
  one.join();
  two.join();
}
