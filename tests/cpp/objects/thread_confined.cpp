// Each thread makes an object at one site and publishes it before it writes; the other thread finds it.
// THREAD maker: Range{ } set{ W lo, W hi }
// THREAD other: sum{ R lo, R hi }
// Only the thread that made the object writes it. 8: both reads fall between the two writes. 9: both writes fall
// between the two reads. 10 and 11 need reader and writer to take the fields in opposite orders. 1 to 5 need a unit
// that accesses one field twice, 6 and 7 two writing units.
// KNOWNBUG: a thread that can make the object itself is not held back until it is published
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8 9
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <atomic>
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;

  void set(int v) {
    lo = v;  // @w1
    hi = v;  // @w2
  }

  int sum() const {
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }
};

static std::atomic<Range*> latest{nullptr};

static void work() {
  Range* range = new Range;  // @SITE
  latest.store(range);
  range->set(7);
  if (Range* seen = latest.load()) seen->sum();
}

int main() {
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
}
