// set() waits for a while between its two writes. By default the wait splits the unit; --wait=strict keeps it whole.
// THREAD writer: set{ lock m, W lo, split, unlock m, lock m, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// Split: the unit ends at the wait, so neither part writes both fields: no scenario with two writes in one unit fits,
// and the parts are critical sections. Strict: 8, the reader runs during the wait. 9, 10 and 11 need a write between
// the reader's locked reads. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi --wait=strict
// VIOLATION: 8
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::unique_lock lock(m);
    lo = v;  // @w1
    tick.wait_for(lock, std::chrono::milliseconds(1));
    hi = v;  // @w2
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }

 private:
  std::mutex m;
  std::condition_variable tick;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
