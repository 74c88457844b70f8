// A std::vector as the field: put() looks whether it is empty and appends, under two locks.
// THREAD one: put{ lock m, R items, unlock m, lock m, R items, W items, R items, W items, unlock m }
// THREAD two: put{ lock m, R items, unlock m, lock m, R items, W items, R items, W items, unlock m }
// THREAD one: put{ lock m, R items, unlock m }
// THREAD two: put{ lock m, R items, unlock m }
// 1: both threads look first, then both change: the other's write falls between my look and my write. 2: the look and
// the reads of the change differ. 3 to 5 need a write of mine before the other's access and another access of mine
// after it, but all my writes are in the last critical section. 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=items
// VIOLATION: 1 2
// SAFE: rest
#include <mutex>
#include <thread>
#include <vector>

class Store {
 public:
  void put(int v) {
    {
      std::lock_guard guard(m);
      if (!items.empty()) return;
    }  // @gap
    std::lock_guard guard(m);
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
