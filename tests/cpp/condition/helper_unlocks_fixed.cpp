// The helper runs before the two writes.
// THREAD writer: set{ lock m, unlock m, lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <thread>

static void letOthersRun(std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  std::this_thread::yield();
  lock.lock();
}

class Range {
 public:
  void set(int v) {
    std::unique_lock lock(m);
    letOthersRun(lock);
    lo = v;
    hi = v;
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;
    int b = hi;
    return a + b;
  }

 private:
  std::mutex m;
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
