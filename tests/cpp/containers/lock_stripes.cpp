// Lock stripes: the two threads come with different keys and take different stripes.
// THREAD writer: set{ lock s1, W lo, W hi, unlock s1 }
// THREAD reader: sum{ lock s2, R lo, R hi, unlock s2 }
// 8: both reads fall between the two writes. 9: both writes fall between the two reads. 10 and 11 need reader and
// writer to take the fields in opposite orders. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing
// units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8 9
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <array>
#include <mutex>
#include <thread>

class Range {
 public:
  void set(unsigned key, int v) {
    std::lock_guard guard(stripes[key % 4]);
    lo = v;  // @w1
    hi = v;  // @w2
  }

  int sum(unsigned key) {
    std::lock_guard guard(stripes[key % 4]);
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }

 private:
  std::array<std::mutex, 4> stripes;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(1, 7); });
  std::thread reader([&] { range.sum(2); });
  writer.join();
  reader.join();
}
