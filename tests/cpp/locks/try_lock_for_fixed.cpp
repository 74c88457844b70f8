// When try_lock_for() runs out of time, sum() reads nothing.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// THREAD reader: sum{ }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <chrono>
#include <mutex>
#include <thread>

struct Range {
  std::timed_mutex m;
  int lo = 0;
  int hi = 0;

  void set(int v) {
    std::lock_guard guard(m);
    lo = v;
    hi = v;
  }

  int sum() {
    if (!m.try_lock_for(std::chrono::milliseconds(5))) {
      return -1;
    }
    int result = lo + hi;
    m.unlock();
    return result;
  }
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
