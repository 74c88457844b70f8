// The same in a plain function: such a unit ends and begins anew at a start and at a join.
// THREAD main: main{ W lo } start reader, join reader, main{ W hi }
// THREAD reader: sum{ R lo, R hi }
// Neither of the units of main has two accesses, and none runs beside the reader.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;
};

static int sum(const Range& range) { return range.lo + range.hi; }

int main() {
  Range range;  // @SITE
  range.lo = 7;
  std::thread reader([&range] { sum(range); });
  reader.join();
  range.hi = 7;
}
