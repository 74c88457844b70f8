// add() locks.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <mutex>
#include <thread>
#include <vector>

struct Counter {
  std::mutex m;
  int n = 0;

  void add() {
    std::lock_guard guard(m);
    int old = n;
    n = old + 1;
  }
};

int main() {
  Counter counter;  // @SITE
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i) workers.emplace_back([&counter] { counter.add(); });
  for (std::thread& worker : workers) worker.join();
}
