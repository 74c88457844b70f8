// The copy constructor locks its argument.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD copier: Range{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi --unitfor=none
// SAFE: all
#include <mutex>
#include <thread>

class Range {
 public:
  Range() = default;

  Range(Range& other) {
    std::lock_guard guard(other.m);
    lo = other.lo;
    hi = other.hi;
  }

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

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread copier([&] { Range copy(range); });
  writer.join();
  copier.join();
}
