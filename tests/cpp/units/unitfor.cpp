// A copy constructor reads its argument through two locked getters. By unitfor it is one unit for the argument, too.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD copier: Range{ lock m, R lo, unlock m, lock m, R hi, unlock m }
// The copy is a local of its thread; what is written into it is no access to the argument. 9: the writer runs between
// the two reads. 8, 10 and 11 need a read between the writer's two writes, which the lock excludes. 1 to 5 need a unit
// that accesses one field twice, 6 and 7 two writing units. With --unitfor=none each getter is a unit with one access:
// all safe.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi --unitfor=none
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD copier: getLo{ lock m, R lo, unlock m } getHi{ lock m, R hi, unlock m }
// SAFE: all
#include <mutex>
#include <thread>

class Range {
 public:
  Range() = default;

  Range(Range& other) {
    lo = other.getLo();  // @gap
    hi = other.getHi();
  }

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

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread copier([&] { Range copy(range); });
  writer.join();
  copier.join();
}
