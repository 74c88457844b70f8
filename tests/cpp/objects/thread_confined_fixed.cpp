// Each thread keeps the object that it makes: two objects of one site never meet.
// THREAD maker: set{ W lo, W hi } sum{ R lo, R hi }
// THREAD other: set{ }
// The object in question is reached by one thread only.
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

static void work() {
  Range* range = new Range;  // @SITE
  range->set(7);
  range->sum();
  delete range;
}

int main() {
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
}
