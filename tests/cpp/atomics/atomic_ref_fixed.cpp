// fetch_add of an atomic_ref is one step.
// THREAD one: add{ U n }
// THREAD two: add{ U n }
// A unit has one access, an update. (Binding the reference is no access.)
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <atomic>
#include <thread>

struct Counter {
  int n = 0;

  void add() {
    std::atomic_ref<int> shared(n);
    shared.fetch_add(1);
  }
};

int main() {
  Counter counter;  // @SITE
  std::thread one([&] { counter.add(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
