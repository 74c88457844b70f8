// set() takes both mutexes.
// THREAD writer: set{ lock even, lock odd, W lo, W hi, unlock odd, unlock even }
// THREAD reader: sum{ lock even, R lo, R hi, unlock even }
// Both hold even over all their accesses.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <thread>

static std::mutex even;
static std::mutex odd;

class Range {
 public:
  void set(int v) {
    std::scoped_lock guard(even, odd);
    lo = v;
    hi = v;
  }

  int sum() {
    std::lock_guard guard(even);
    int a = lo;
    int b = hi;
    return a + b;
  }

 private:
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
