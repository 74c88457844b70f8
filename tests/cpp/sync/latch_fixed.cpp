// The latch is counted down after both writes; it is used once, so it orders the reads after them.
// THREAD writer: set{ W lo, W hi, set written }
// THREAD reader: sum{ require written, R lo, R hi }
// The only unit that writes has made its writes before any read.
// KNOWNBUG: latches are not modelled as flags yet
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <latch>
#include <thread>

class Range {
 public:
  void set(int v) {
    lo = v;
    hi = v;
    written.count_down();
  }

  int sum() {
    written.wait();
    int a = lo;
    int b = hi;
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
