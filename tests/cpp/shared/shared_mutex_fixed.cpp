// add() takes the shared_mutex in exclusive mode.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <mutex>
#include <shared_mutex>
#include <thread>

struct Counter {
  std::shared_mutex m;
  int n = 0;

  void add() {
    std::unique_lock guard(m);
    int old = n;
    n = old + 1;
  }
};

int main() {
  Counter counter;  // @SITE
  std::thread one([&] { counter.add(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
