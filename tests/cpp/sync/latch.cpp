// The latch is counted down between the two writes.
// THREAD writer: set{ W lo, set written, W hi }
// THREAD reader: sum{ require written, R lo, R hi }
// 8: the reader is let go after the first write and reads both fields before the second. 9, 10 and 11 need the write
// of lo after a read, but it comes before every read. 1 to 5 need a unit that accesses one field twice, 6 and 7 two
// writing units.
// KNOWNBUG: latches are not modelled as flags yet
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
#include <latch>
#include <thread>

class Range {
 public:
  void set(int v) {
    lo = v;                // @w1
    written.count_down();  // @gap
    hi = v;                // @w2
  }

  int sum() {
    written.wait();
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }

 private:
  std::latch written{1};
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
