// sameAs() locks both objects.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD comparer: sameAs{ lock mine, lock m, R lo, R hi, unlock m, unlock mine }
// THREAD comparer: sameAs{ lock mine, lock m, R lo, unlock m, unlock mine }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi --unitfor=all
// SAFE: all
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    lo = v;
    hi = v;
  }

  int getLo() {
    std::lock_guard guard(m);
    return lo;
  }

  int getHi() {
    std::lock_guard guard(m);
    return hi;
  }

  bool sameAs(Range& other) {
    std::scoped_lock guard(m, other.m);
    return lo == other.lo && hi == other.hi;
  }

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  Range mine;
  std::thread comparer([&] { mine.sameAs(range); });
  writer.join();
  comparer.join();
}
