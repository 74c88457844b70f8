// The object is an int that two lambdas capture by reference; the lambdas are the units.
// THREAD one: lambda{ R n, W n }
// THREAD two: lambda{ lock m, W n, unlock m }
// 1: n = 5 falls between the read and the write. The unit of the second lambda is one write, so it disturbs but is not
// disturbed. 2 to 5 need a unit with two reads, two writes or a read after a write; main reads when both have ended. 6
// to 11 need two locations.
// RUN: empire check %s --site=%s:@SITE
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @x @w
#include <mutex>
#include <thread>

int main() {
  int n = 0;  // @SITE
  std::mutex m;
  std::thread one([&] {
    int old = n;  // @r @gap
    n = old + 1;  // @w
  });
  std::thread two([&] {
    std::lock_guard guard(m);
    n = 5;  // @x
  });
  one.join();
  two.join();
  return n;
}
