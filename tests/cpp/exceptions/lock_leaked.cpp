// An exception leaves the mutex locked for ever. Nobody reads the half-written object, because nobody gets the lock.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// THREAD writer: set{ lock m, W lo }
// Either the unit is one critical section, or it keeps the lock and no other unit follows.
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
    check(v);
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
  std::thread writer([&] {
    try {
      range.set(-7);
    } catch (const std::exception&) {
    }
  });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
