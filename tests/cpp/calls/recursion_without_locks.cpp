// A recursive helper without any lock operation; its caller does not lock either.
// THREAD writer: fill{ W lo, W lo, W hi, W hi }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// fill() writes lo on each level, then hi on each level, unlocked. 3: a read between two writes of one field. 8: both
// reads between a write of lo and one of hi. 9: the reads around such a pair of writes. 10 and 11 need a write of hi
// before one of lo, or the reads in the other order. 1, 2 and 4 need a unit that reads and writes or reads twice, 5 to
// 7 two writing threads.
// KNOWNBUG: recursion with events needs a pushdown engine; the product engine answers unknown
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 3 8 9
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
#include <mutex>
#include <thread>

class Range {
 public:
  void fill(int depth) { descend(depth); }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }

 private:
  void descend(int depth) {
    lo = depth;  // @w1
    if (depth > 0) descend(depth - 1);
    hi = depth;  // @w2
  }

  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.fill(2); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
