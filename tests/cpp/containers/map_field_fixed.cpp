// put() searches and inserts under one lock.
// THREAD one: put{ lock m, R table, R table, W table, R table, W table, unlock m }
// THREAD two: put{ lock m, R table, R table, W table, R table, W table, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=table
// SAFE: all
#include <map>
#include <mutex>
#include <thread>

class Store {
 public:
  void put(int v) {
    std::lock_guard guard(m);
    if (table.count(v) != 0) return;
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
