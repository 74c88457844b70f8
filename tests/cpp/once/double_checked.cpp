// Double-checked locking that sets the flag before the data.
// THREAD one: get{ lock m, W lo, W hi, unlock m, R lo, R hi }
// THREAD two: get{ R lo, R hi }
// One thread writes at most, since the flag is checked again under the lock. 8: the other sees the flag and reads
// between the writes. 9: it reads lo before and hi after both writes. 4 needs two writers. 10 and 11 need opposite
// orders, 1 to 3 and 5 two reads or two writes of a field or a read before a write, 6 and 7 two writers.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8 9
// IMPRECISE: 4 because the tool does not follow the value of ready: to it, both threads may write
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <mutex>
#include <thread>

class Config {
 public:
  int get() {
    if (!ready) {
      std::lock_guard guard(m);
      if (!ready) {
        ready = true;  // @gap
        lo = 1;        // @w1
        hi = 2;        // @w2
      }
    }
    int a = lo;  // @r1
    int b = hi;  // @r2
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
