// An atomic counter that is loaded and stored: each is indivisible, together they are not.
// THREAD one: add{ R n, W n }
// THREAD two: add{ R n, W n }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @w @w
#include <atomic>
#include <thread>

struct Counter {
  std::atomic<int> n{0};

  void add() {
    int old = n.load();  // @r @gap
    n.store(old + 1);    // @w
  }
};

int main() {
  Counter counter;  // @SITE
  std::thread one([&] { counter.add(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
