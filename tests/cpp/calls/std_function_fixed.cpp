// update() runs the std::function before it unlocks.
// THREAD writer: update{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <functional>
#include <mutex>
#include <thread>

struct Range {
  std::mutex m;
  int lo = 0;
  int hi = 0;

  void update(int v, const std::function<void(Range&)>& finish) {
    m.lock();
    lo = v;
    finish(*this);
    m.unlock();
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;
    int b = hi;
    return a + b;
  }
};

int main() {
  Range range;  // @SITE
  std::function<void(Range&)> finish = [](Range& r) { r.hi = 7; };
  std::thread writer([&] { range.update(7, finish); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
