// Double-checked locking done right, with an atomic flag set after the data. The program is safe; the tool cannot see
// it.
// THREAD one: get{ lock m, W lo, W hi, set ready, unlock m, R lo, R hi }
// THREAD two: require ready, get{ R lo, R hi }
// Whoever reads without the lock has seen the flag, which is set after both writes; nobody writes after that.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// IMPRECISE: 4 8 9 because data conditions are choices: the tool does not know that the flag orders the writes before the reads
// SAFE: rest
#include <atomic>
#include <mutex>
#include <thread>

class Config {
 public:
  int get() {
    if (!ready) {
      std::lock_guard guard(m);
      if (!ready) {
        lo = 1;
        hi = 2;
        ready = true;
      }
    }
    int a = lo;
    int b = hi;
    return a + b;
  }

 private:
  std::mutex m;
  std::atomic<bool> ready = false;
  int lo = 0;
  int hi = 0;
};

int main() {
  Config config;  // @SITE
  std::thread one([&] { config.get(); });
  std::thread two([&] { config.get(); });
  one.join();
  two.join();
}
