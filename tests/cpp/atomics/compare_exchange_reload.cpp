// A compare-exchange loop whose new value comes from a second, separate load.
// THREAD one: add{ R n, U n }
// THREAD two: add{ R n, U n }
// The second load is part of the update; the first is not. 1: the other's update falls between my read and my update.
// 2: the same, with my update as the second read. 3 to 5 need a write before my last access, but the update is the
// only write and comes last; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1 2
// SAFE: rest
// WITNESS 1: @r @w @w
#include <atomic>
#include <thread>

struct Counter {
  std::atomic<int> n{0};

  void add() {
    int base = n.load();  // @r @gap
    int expected = n.load();
    while (!n.compare_exchange_weak(expected, base + 1)) {  // @w
    }
  }
};

int main() {
  Counter counter;  // @SITE
  std::thread one([&] { counter.add(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
