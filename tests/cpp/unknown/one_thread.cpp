// No second thread reaches the object: safe, and the answer says that this is why.
// THREAD main: start other, set{ W lo, W hi }, join other
// THREAD other: set{ }
// A scenario needs units of two threads.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
// REASON: thread
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;

  void set(int v) {
    lo = v;
    hi = v;
  }
};

int main() {
  Range range;  // @SITE
  std::thread other([] {});
  range.set(7);
  other.join();
}
