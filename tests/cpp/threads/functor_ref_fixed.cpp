// add() locks.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <functional>
#include <mutex>
#include <thread>

struct Counter {
  std::mutex m;
  int n = 0;

  void add() {
    std::lock_guard guard(m);
    int old = n;
    n = old + 1;
  }
};

struct Job {
  Counter* counter;
  void operator()() const { counter->add(); }
};

static void work(Counter& counter) { counter.add(); }

int main() {
  Counter counter;  // @SITE
  std::thread one(Job{&counter});
  std::thread two(work, std::ref(counter));
  one.join();
  two.join();
}
