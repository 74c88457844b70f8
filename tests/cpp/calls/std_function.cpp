// update() runs a std::function after it has unlocked; the function writes the second field, inside the unit of
// update().
// THREAD writer: update{ lock m, W lo, unlock m, W hi }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// 8: the reader runs after the first write, when the lock is free again, and before the second. 9, 10 and 11 need the
// first write, or both, between the reader's two reads, or the reads in the other order; the lock and the order of the
// statements exclude that. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
#include <functional>
#include <mutex>
#include <thread>

struct Range {
  std::mutex m;
  int lo = 0;
  int hi = 0;

  void update(int v, const std::function<void(Range&)>& finish) {
    m.lock();
    lo = v;      // @w1
    m.unlock();  // @gap
    finish(*this);
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }
};

int main() {
  Range range;                                                      // @SITE
  std::function<void(Range&)> finish = [](Range& r) { r.hi = 7; };  // @w2
  std::thread writer([&] { range.update(7, finish); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
