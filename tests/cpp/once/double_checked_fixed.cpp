// Every get() takes the lock and keeps it over the reads.
// THREAD one: get{ lock m, W lo, W hi, R lo, R hi, unlock m }
// THREAD one: get{ lock m, R lo, R hi, unlock m }
// THREAD two: get{ lock m, W lo, W hi, R lo, R hi, unlock m }
// THREAD two: get{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <thread>

class Config {
 public:
  int get() {
    std::lock_guard guard(m);
    if (!ready) {
      lo = 1;
      hi = 2;
      ready = true;
    }
    int a = lo;
    int b = hi;
    return a + b;
  }

 private:
  std::mutex m;
  bool ready = false;
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
