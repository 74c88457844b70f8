// A method writes one field, starts and joins a reader, and writes the other field: a method is one unit, whatever it
// starts.
// THREAD main: fill{ W lo, start reader, join reader, W hi }
// THREAD reader: sum{ R lo, R hi }
// 8: the reader runs between the two writes, always. 9, 10 and 11 need a write during the life of the reader. 1 to 5
// need a unit that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
#include <thread>

class Range {
 public:
  int sum() const {
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }

  void fill() {
    lo = 7;  // @w1
    std::thread reader([this] { sum(); });
    reader.join();
    hi = 7;  // @w2
  }

 private:
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  range.fill();
}
