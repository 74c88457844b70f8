// Both lambdas lock; main reads after the joins.
// THREAD one: lambda{ lock m, R n, W n, unlock m }
// THREAD two: lambda{ lock m, W n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE
// SAFE: all
#include <mutex>
#include <thread>

int main() {
  int n = 0;  // @SITE
  std::mutex m;
  std::thread one([&] {
    std::lock_guard guard(m);
    int old = n;
    n = old + 1;
  });
  std::thread two([&] {
    std::lock_guard guard(m);
    n = 5;
  });
  one.join();
  two.join();
  return n;
}
