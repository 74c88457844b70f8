// A std::string as the field: put() looks at its length and appends, under two locks.
// THREAD one: put{ lock m, R text, unlock m, lock m, R text, W text, R text, W text, unlock m }
// THREAD two: put{ lock m, R text, unlock m, lock m, R text, W text, R text, W text, unlock m }
// THREAD one: put{ lock m, R text, unlock m }
// THREAD two: put{ lock m, R text, unlock m }
// 1: both threads look first, then both change: the other's write falls between my look and my write. 2: the look and
// the reads of the change differ. 3 to 5 need a write of mine before the other's access and another access of mine
// after it, but all my writes are in the last critical section. 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=text
// VIOLATION: 1 2
// SAFE: rest
#include <mutex>
#include <string>
#include <thread>

class Store {
 public:
  void put(int v) {
    {
      std::lock_guard guard(m);
      if (text.size() > 3) return;
    }  // @gap
    std::lock_guard guard(m);
    text += static_cast<char>(v);
  }

 private:
  std::mutex m;
  std::string text;
};

int main() {
  Store store;  // @SITE
  std::thread one([&] { store.put(7); });
  std::thread two([&] { store.put(7); });
  one.join();
  two.join();
}
