// put() looks and appends under one lock.
// THREAD one: put{ lock m, R items, R items, W items, R items, W items, unlock m }
// THREAD two: put{ lock m, R items, R items, W items, R items, W items, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=items
// SAFE: all
#include <mutex>
#include <thread>
#include <vector>

class Store {
 public:
  void put(int v) {
    std::lock_guard guard(m);
    if (!items.empty()) return;
    items.push_back(v);
  }

 private:
  std::mutex m;
  std::vector<int> items;
};

int main() {
  Store store;  // @SITE
  std::thread one([&] { store.put(7); });
  std::thread two([&] { store.put(7); });
  one.join();
  two.join();
}
