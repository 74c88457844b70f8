// sum() visits the object once.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <thread>

struct Range {
  std::mutex m;
  int lo = 0;
  int hi = 0;

  void set(int v) {
    std::lock_guard guard(m);
    lo = v;
    hi = v;
  }

  int visit(int (*look)(const Range&)) {
    std::lock_guard guard(m);
    return look(*this);
  }

  int sum() {
    return visit([](const Range& r) { return r.lo + r.hi; });
  }
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
