// sum() gives its shared lock up between the two reads.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lockS m, R lo, unlock m, lockS m, R hi, unlock m }
// 9: the writer runs between the two reads. 8, 10 and 11 need a read between the writer's two writes, which the lock
// excludes. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
#include <mutex>
#include <shared_mutex>
#include <thread>

struct Range {
  mutable std::shared_timed_mutex m;
  int lo = 0;
  int hi = 0;

  void set(int v) {
    std::unique_lock guard(m);
    lo = v;  // @w1
    hi = v;  // @w2
  }

  int sum() const {
    m.lock_shared();
    int a = lo;         // @r1
    m.unlock_shared();  // @gap
    m.lock_shared();
    int b = hi;  // @r2
    m.unlock_shared();
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
