// check() is noexcept, so the handler is dead code.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// The only path through set() is one critical section: an exception cannot leave a noexcept function.
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
    try {
      check(v);
    } catch (...) {
      m.unlock();
      hi = 0;
      return;
    }
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
  static void fail() { throw std::invalid_argument("negative"); }

  static void check(int v) noexcept {
    if (v < 0) fail();
  }

  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(-7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
