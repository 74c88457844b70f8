// The detached thread locks, too.
// THREAD main: start worker, addSafely{ lock m, R n, W n, unlock m }
// THREAD worker: add{ lock m, R n, W n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <mutex>
#include <thread>

struct Counter {
  std::mutex m;
  int n = 0;

  void addSafely() {
    std::lock_guard guard(m);
    int old = n;
    n = old + 1;
  }

  void add() {
    std::lock_guard guard(m);
    int old = n;
    n = old + 1;
  }
};

static Counter counter;  // @SITE

int main() {
  std::thread([] { counter.add(); }).detach();
  counter.addSafely();
}
