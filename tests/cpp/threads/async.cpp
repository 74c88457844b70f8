// main reads before it gets the future of std::async.
// THREAD main: start worker, sum{ R lo, R hi }, join worker
// THREAD worker: set{ W lo, W hi }
// 8: both reads fall between the two writes. 9: both writes fall between the two reads. 10 and 11 need reader and
// writer to take the fields in opposite orders. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing
// units. The constructor runs before the thread starts.
// KNOWNBUG: std::async has no model of its own yet; its internals look recursive
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8 9
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <future>

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

int main() {
  Range range;  // @SITE
  std::future<void> done = std::async(std::launch::async, [&range] { range.set(7); });
  int total = range.sum();
  done.get();
  return total;
}
