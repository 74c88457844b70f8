// A spin lock made of an atomic_flag guards the fields. The program is safe; the tool does not see that the flag is a
// lock.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// busy works as the lock m: 1 to 11 are safe. Without it the accesses would violate 8 and 9.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// IMPRECISE: 8 9 because a lock made of atomics is not recognised as a lock
// SAFE: rest
#include <atomic>
#include <thread>

class Range {
 public:
  void set(int v) {
    while (busy.test_and_set()) {
    }
    lo = v;
    hi = v;
    busy.clear();
  }

  int sum() {
    while (busy.test_and_set()) {
    }
    int total = lo + hi;
    busy.clear();
    return total;
  }

 private:
  std::atomic_flag busy = ATOMIC_FLAG_INIT;
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
