// A mutex around both accesses on both sides.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <atomic>
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    lo.store(v);
    hi.store(v);
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo.load();
    int b = hi.load();
    return a + b;
  }

 private:
  std::mutex m;
  std::atomic<int> lo{0};
  std::atomic<int> hi{0};
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
