// The caller holds the lock around the whole recursion.
// THREAD writer: fill{ lock m, W lo, W lo, W hi, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// KNOWNBUG: recursion with events needs a pushdown engine; the product engine answers unknown
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <thread>

class Range {
 public:
  void fill(int depth) {
    std::lock_guard guard(m);
    descend(depth);
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;
    int b = hi;
    return a + b;
  }

 private:
  void descend(int depth) {
    lo = depth;
    if (depth > 0) descend(depth - 1);
    hi = depth;
  }

  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.fill(2); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
