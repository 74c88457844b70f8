// The future is destroyed at once, and its destructor waits for the function.
// THREAD main: start worker, join worker, sum{ R lo, R hi }
// THREAD worker: set{ W lo, W hi }
// The worker has ended before the only unit of main that reads; there is no lock and none is needed.
// KNOWNBUG: std::async has no model of its own yet; its internals look recursive
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <future>

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
  {
    auto ended = std::async(std::launch::async, [&range] { range.set(7); });
  }
  return range.sum();
}
