// A client calls two locked getters. Each is a unit by itself; with --unit=total the client's function is one.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: getLo{ lock m, R lo, unlock m } getHi{ lock m, R hi, unlock m }
// By default no unit reads twice, so all are safe. With --unit=total: 9: the writer runs between the two reads. 8, 10
// and 11 need a read between the writer's two writes, which the lock excludes. 1 to 5 need a unit that accesses one
// field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi --unit=total
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: total{ lock m, R lo, unlock m, lock m, R hi, unlock m }
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
    std::lock_guard guard(m);
    return lo + hi;
  }

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

static int total(Range& range) {
  int a = range.getLo();  // @gap
  int b = range.getHi();
  return a + b;
}

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { total(range); });
  writer.join();
  reader.join();
}
