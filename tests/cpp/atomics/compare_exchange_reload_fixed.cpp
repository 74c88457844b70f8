// The new value comes from the compared one.
// THREAD one: add{ U n }
// THREAD two: add{ U n }
// Load and compare-exchange count as one update (no ABA, stated).
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <atomic>
#include <thread>

struct Counter {
  std::atomic<int> n{0};

  void add() {
    int expected = n.load();
    while (!n.compare_exchange_weak(expected, expected + 1)) {
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
