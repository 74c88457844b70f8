// put() looks and appends under one lock.
// THREAD one: put{ lock m, R text, R text, W text, R text, W text, unlock m }
// THREAD two: put{ lock m, R text, R text, W text, R text, W text, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=text
// SAFE: all
#include <mutex>
#include <string>
#include <thread>

class Store {
 public:
  void put(int v) {
    std::lock_guard guard(m);
    if (text.size() > 3) return;
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
