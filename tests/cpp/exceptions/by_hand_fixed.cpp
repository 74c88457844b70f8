// The handler repairs the second field before it unlocks.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <stdexcept>
#include <thread>

class Range {
 public:
  void set(int v) {
    m.lock();
    lo = v;
    try {
      check(v);
    } catch (const std::exception&) {
      hi = 0;
      m.unlock();
      return;
    }
    hi = v;
    m.unlock();
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;
    int b = hi;
    return a + b;
  }

 private:
  static void check(int v) {
    if (v < 0) throw std::invalid_argument("negative");
  }

  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(-7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
