// The same in C++.
// THREAD writer: add{ lock m, R n, W n, unlock m }
// THREAD reader: get{ lock m, R n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <mutex>
#include <thread>

class Counter {
 public:
  void add() {
    std::lock_guard guard(m);
    ++n;
  }

  int get() {
    std::lock_guard guard(m);
    return n;
  }

 private:
  std::mutex m;
  int n = 0;
};

int main() {
  Counter counter;  // @SITE
  std::thread writer([&] { counter.add(); });
  std::thread reader([&] { counter.get(); });
  writer.join();
  reader.join();
}
