// Everybody takes stripe 0, by a constant index: an exact lock although it lies in an array.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// KNOWNBUG: an element of an array of mutexes, even at a constant index, may be any of them
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <array>
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(stripes[0]);
    lo = v;
    hi = v;
  }

  int sum() {
    std::lock_guard guard(stripes[0]);
    int a = lo;
    int b = hi;
    return a + b;
  }

 private:
  std::array<std::mutex, 4> stripes;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
