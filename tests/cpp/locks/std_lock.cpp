// Each field has a mutex. set() takes both with std::lock; sum() takes one after the other, each only for its read.
// THREAD writer: set{ lock a, lock b, W lo, W hi, unlock b, unlock a }
// THREAD reader: sum{ lock a, R lo, unlock a, lock b, R hi, unlock b }
// 9: the writer runs between the two reads. 8, 10 and 11 need a read between the writer's two writes, while it holds
// the mutexes of both fields. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
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
    lo = v;  // @w1
    hi = v;  // @w2
  }

  int sum() {
    mutexOfLo.lock();
    int a = lo;          // @r1
    mutexOfLo.unlock();  // @gap
    mutexOfHi.lock();
    int b = hi;  // @r2
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
