// The same, read in one critical section.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=range.lo,range.hi
// SAFE: all
#include <mutex>
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;
};

class Gauge {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    range.lo = v;
    range.hi = v;
  }

  int sum() {
    m.lock();
    int a = range.lo;
    int b = range.hi;
    m.unlock();
    return a + b;
  }

 private:
  std::mutex m;
  Range range;
};

int main() {
  Gauge gauge;  // @SITE
  std::thread writer([&] { gauge.set(7); });
  std::thread reader([&] { gauge.sum(); });
  writer.join();
  reader.join();
}
