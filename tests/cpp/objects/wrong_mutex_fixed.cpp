// copyFrom() locks both objects.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD copier: copyFrom{ lock target, lock m, R lo, R hi, unlock m, unlock target }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
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

  void copyFrom(Range& other) {
    std::scoped_lock guard(m, other.m);
    lo = other.lo;
    hi = other.hi;
  }

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range source;  // @SITE
  Range target;
  std::thread writer([&] { source.set(7); });
  std::thread copier([&] { target.copyFrom(source); });
  writer.join();
  copier.join();
}
