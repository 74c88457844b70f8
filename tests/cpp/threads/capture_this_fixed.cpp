// add() locks.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <mutex>
#include <thread>

class Counter {
 public:
  void addTwice() {
    std::thread one([this] { add(); });
    std::thread two([this] { add(); });
    one.join();
    two.join();
  }

 private:
  void add() {
    std::lock_guard guard(m);
    int old = n;
    n = old + 1;
  }

  std::mutex m;
  int n = 0;
};

int main() {
  Counter counter;  // @SITE
  counter.addTwice();
}
