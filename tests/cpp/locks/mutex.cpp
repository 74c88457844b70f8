// A std::mutex taken and released by hand: add() reads in one critical section and writes in the next.
// THREAD one: add{ lock m, R n, unlock m, lock m, W n, unlock m }
// THREAD two: add{ lock m, R n, unlock m, lock m, W n, unlock m }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @w @w
#include <mutex>
#include <thread>

struct Counter {
  std::mutex m;
  int n = 0;

  void add() {
    m.lock();
    int old = n;  // @r
    m.unlock();   // @gap
    m.lock();
    n = old + 1;  // @w
    m.unlock();
  }
};

int main() {
  Counter counter;  // @SITE
  std::thread one([&] { counter.add(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
