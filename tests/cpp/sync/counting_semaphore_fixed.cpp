// The semaphore starts at 1, so one thread is inside.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// KNOWNBUG: semaphores are not modelled as locks yet
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <semaphore>
#include <thread>

struct Counter {
  std::counting_semaphore<2> free{1};
  int n = 0;

  void add() {
    free.acquire();
    int old = n;
    n = old + 1;
    free.release();
  }
};

int main() {
  Counter counter;  // @SITE
  std::thread one([&] { counter.add(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
