// A recursive method locks on the way down and on the way up, not in between.
// THREAD writer: fill{ lock m, W lo, unlock m, lock m, W lo, unlock m, lock m, W hi, unlock m, lock m, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// The outermost call is the unit; it writes lo on each level, then hi on each level. 3: the reader between two writes
// of lo (or of hi). 8: the reader between a write of lo and one of hi. 9, 10 and 11 need a write between the reader's
// locked reads. 1, 2 and 4 need a unit that reads and writes or reads twice, 5 to 7 two writing threads.
// KNOWNBUG: recursion with events needs a pushdown engine; the product engine answers unknown
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 3 8
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
#include <mutex>
#include <thread>

class Range {
 public:
  void fill(int depth) {
    {
      std::lock_guard guard(m);
      lo = depth;  // @w1
    }  // @gap
    if (depth > 0) fill(depth - 1);
    std::lock_guard guard(m);
    hi = depth;  // @w2
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }

 private:
  std::recursive_mutex m;
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
