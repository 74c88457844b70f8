// The object is a global variable: an unseen function may know it by name.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// RUN: empire check %s --site=%s:@SITE --fields=n
// UNKNOWN: 1-11 because the unseen function may use the global counter
// REASON: inspect
#include <mutex>
#include <thread>

class Counter {
 public:
  void add() {
    std::lock_guard guard(m);
    n = n + 1;
  }

 private:
  std::mutex m;
  int n = 0;
};

extern "C" void inspect();
Counter counter;  // @SITE

int main() {
  std::thread one([] { counter.add(); });
  std::thread two([] { counter.add(); });
  inspect();
  one.join();
  two.join();
}
