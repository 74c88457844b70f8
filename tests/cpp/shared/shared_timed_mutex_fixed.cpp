// sum() keeps its shared lock over both reads.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lockS m, R lo, R hi, unlock m }
// The writer is exclusive and the reader holds its shared lock over both reads, so units of the two do not overlap;
// readers do not disturb each other.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <shared_mutex>
#include <thread>

struct Range {
  mutable std::shared_timed_mutex m;
  int lo = 0;
  int hi = 0;

  void set(int v) {
    std::unique_lock guard(m);
    lo = v;
    hi = v;
  }

  int sum() const {
    m.lock_shared();
    int a = lo;
    int b = hi;
    m.unlock_shared();
    return a + b;
  }
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
