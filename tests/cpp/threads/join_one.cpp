// Two threads in a vector; main joins only the first one before it reads.
// THREAD main: start one, start two, join one, sum{ R lo, R hi }, join two
// THREAD one: set{ lock m, W lo, W hi, unlock m }
// THREAD two: set{ lock m, W lo, W hi, unlock m }
// 8 and 9: the second worker and main, which does not lock. The workers exclude each other, so 6 and 7 are safe; 10
// and 11 need opposite orders of the fields, 1 to 5 a unit that accesses one field twice.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8 9
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <mutex>
#include <thread>
#include <vector>

struct Range {
  std::mutex m;
  int lo = 0;
  int hi = 0;

  void set(int v) {
    std::lock_guard guard(m);
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
  std::vector<std::thread> workers;
  for (int i = 0; i < 2; ++i) workers.emplace_back([&range, i] { range.set(i); });
  workers[0].join();
  int total = range.sum();
  workers[1].join();
  return total;
}
