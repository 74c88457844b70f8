// add() takes a shared_mutex in shared mode, and two of those run at once.
// THREAD one: add{ lockS m, R n, W n, unlock m }
// THREAD two: add{ lockS m, R n, W n, unlock m }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @w @w
#include <mutex>
#include <shared_mutex>
#include <thread>

struct Counter {
  std::shared_mutex m;
  int n = 0;

  void add() {
    std::shared_lock guard(m);
    int old = n;  // @r @gap
    n = old + 1;  // @w
  }
};

int main() {
  Counter counter;  // @SITE
  std::thread one([&] { counter.add(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
