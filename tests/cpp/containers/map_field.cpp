// A std::map as the field: put() searches and inserts, under two locks.
// THREAD one: put{ lock m, R table, unlock m, lock m, R table, W table, R table, W table, unlock m }
// THREAD two: put{ lock m, R table, unlock m, lock m, R table, W table, R table, W table, unlock m }
// THREAD one: put{ lock m, R table, unlock m }
// THREAD two: put{ lock m, R table, unlock m }
// 1: both threads look first, then both change: the other's write falls between my look and my write. 2: the look and
// the reads of the change differ. 3 to 5 need a write of mine before the other's access and another access of mine
// after it, but all my writes are in the last critical section. 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=table
// VIOLATION: 1 2
// SAFE: rest
#include <map>
#include <mutex>
#include <thread>

class Store {
 public:
  void put(int v) {
    {
      std::lock_guard guard(m);
      if (table.count(v) != 0) return;
    }  // @gap
    std::lock_guard guard(m);
    table.emplace(v, v);
  }

 private:
  std::mutex m;
  std::map<int, int> table;
};

int main() {
  Store store;  // @SITE
  std::thread one([&] { store.put(7); });
  std::thread two([&] { store.put(7); });
  one.join();
  two.join();
}
