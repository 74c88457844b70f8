// No guard: the handler unlocks by hand before it repairs the second field.
// THREAD writer: set{ lock m, W lo, unlock m, W hi }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// 8: the reader runs after the first write, when the lock is free again, and before the second. 9, 10 and 11 need the
// first write, or both, between the reader's two reads, or the reads in the other order; the lock and the order of the
// statements exclude that. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
#include <mutex>
#include <stdexcept>
#include <thread>

class Range {
 public:
  void set(int v) {
    m.lock();
    lo = v;  // @w1
    try {
      check(v);
    } catch (const std::exception&) {
      m.unlock();  // @gap
      hi = 0;      // @w2
      return;
    }
    hi = v;
    m.unlock();
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }

 private:
  static void check(int v) {
    if (v < 0) throw std::invalid_argument("negative");
  }

  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(-7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
