// The helper waits before the two writes.
// THREAD writer: set{ lock m, split, unlock m, lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// The wait comes before the writes, so both modes see one critical section with both writes.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi --wait=strict
// SAFE: all
#include <condition_variable>
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::unique_lock lock(m);
    pause(lock);
    lo = v;
    hi = v;
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;
    int b = hi;
    return a + b;
  }

  void wake() { tick.notify_all(); }

 private:
  void pause(std::unique_lock<std::mutex>& lock) { tick.wait(lock); }

  std::mutex m;
  std::condition_variable tick;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] {
    range.sum();
    range.wake();
  });
  writer.join();
  reader.join();
}
