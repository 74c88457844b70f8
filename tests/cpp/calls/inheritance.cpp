// The derived class takes a mutex of its own for the fields that it inherits.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock mine, R lo, R hi, unlock mine }
// 8: both reads fall between the two writes. 9: both writes fall between the two reads. 10 and 11 need reader and
// writer to take the fields in opposite orders. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing
// units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8 9
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
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

 protected:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

class Summed : public Range {
 public:
  int sum() {
    std::lock_guard guard(mine);
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }

 private:
  std::mutex mine;
};

int main() {
  Summed range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
