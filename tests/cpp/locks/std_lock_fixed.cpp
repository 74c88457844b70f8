// Both sides take both mutexes with std::lock.
// THREAD writer: set{ lock a, lock b, W lo, W hi, unlock b, unlock a }
// THREAD reader: sum{ lock a, lock b, R lo, R hi, unlock a, unlock b }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <thread>

struct Range {
  std::mutex mutexOfLo;
  std::mutex mutexOfHi;
  int lo = 0;
  int hi = 0;

  void set(int v) {
    std::lock(mutexOfLo, mutexOfHi);
    std::lock_guard first(mutexOfLo, std::adopt_lock);
    std::lock_guard second(mutexOfHi, std::adopt_lock);
    lo = v;
    hi = v;
  }

  int sum() {
    std::lock(mutexOfLo, mutexOfHi);
    int a = lo;
    int b = hi;
    mutexOfLo.unlock();
    mutexOfHi.unlock();
    return a + b;
  }
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
