// One indivisible read-modify-write.
// THREAD one: add{ U n }
// THREAD two: add{ U n }
// A unit has one access, an update: no scenario has all its unprimed accesses in one step.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <atomic>
#include <thread>

struct Counter {
  std::atomic<int> n{0};

  void add() { n.fetch_add(1); }
};

int main() {
  Counter counter;  // @SITE
  std::thread one([&] { counter.add(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
