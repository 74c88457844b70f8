// main reads after the destructor of the jthread has joined.
// THREAD main: start worker, join worker, sum{ R lo, R hi }
// THREAD worker: set{ W lo, W hi }
// The worker has ended before the only unit of main that reads; there is no lock and none is needed.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;

  void set(int v) {
    lo = v;
    hi = v;
  }

  int sum() const {
    int a = lo;
    int b = hi;
    return a + b;
  }
};

int main() {
  Range range;  // @SITE
  int total = 0;
  {
    std::jthread worker([&range] { range.set(7); });
  }
  total = range.sum();
  return total;
}
