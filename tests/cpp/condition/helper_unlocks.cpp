// A helper gets the unique_lock, unlocks it and locks it again.
// THREAD writer: set{ lock m, W lo, unlock m, lock m, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// 8: the reader runs between the two writes. 9, 10 and 11 need a write between the reader's two reads, which the lock
// excludes. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
#include <mutex>
#include <thread>

static void letOthersRun(std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  std::this_thread::yield();  // @gap
  lock.lock();
}

class Range {
 public:
  void set(int v) {
    std::unique_lock lock(m);
    lo = v;  // @w1
    letOthersRun(lock);
    hi = v;  // @w2
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;  // @r1
    int b = hi;  // @r2
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
