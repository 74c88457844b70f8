// The same, read in one critical section.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <memory>
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    lo = v;
    hi = v;
  }

  int sum() {
    m.lock();
    int a = lo;
    int b = hi;
    m.unlock();
    return a + b;
  }

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  auto range = std::make_unique<Range>();  // @SITE
  std::thread writer([&] { range->set(7); });
  std::thread reader([&] { range->sum(); });
  writer.join();
  reader.join();
}
