// sum() calls two methods that lock; the lock is free between them. The outermost method is the unit.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, unlock m, lock m, R hi, unlock m }
// 9: the writer runs between the two reads. 8, 10 and 11 need a read between the writer's two writes, which the lock
// excludes. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    lo = v;  // @w1
    hi = v;  // @w2
  }

  int getLo() {
    std::lock_guard guard(m);
    return lo;  // @r1
  }

  int getHi() {
    std::lock_guard guard(m);
    return hi;  // @r2
  }

  int sum() {
    int a = getLo();  // @gap
    int b = getHi();
    return a + b;
  }

 private:
  std::mutex m;
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
