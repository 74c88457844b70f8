// sameAs() reads its parameter through two getters: one unit for the parameter only with --unitfor=Range::sameAs:other
// or --unitfor=all.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD comparer: getLo{ lock m, R lo, unlock m } getHi{ lock m, R hi, unlock m }
// Without unitfor each getter is a unit with one access. With it sameAs() is the unit. Its own object joins the atomic
// set as far as unitfor goes the other way round, but only one thread uses that object. 9: the writer runs between the
// two reads. 8, 10 and 11 need a read between the writer's two writes, which the lock excludes. 1 to 5 need a unit
// that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi --unitfor=Range::sameAs:other
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD comparer: sameAs{ lock m, R lo, unlock m, lock m, R hi, unlock m }
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi --unitfor=all
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD comparer: sameAs{ lock m, R lo, unlock m, lock m, R hi, unlock m }
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

  bool sameAs(Range& other) {
    int a = other.getLo();  // @gap
    int b = other.getHi();
    return a == getLo() && b == getHi();
  }

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  Range mine;
  std::thread comparer([&] { mine.sameAs(range); });
  writer.join();
  comparer.join();
}
