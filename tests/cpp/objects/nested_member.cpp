// The fields lie in a member of the object: range.lo and range.hi.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, unlock m, lock m, R hi, unlock m }
// 9: the writer runs between the two reads. 8, 10 and 11 need a read between the writer's two writes, which the lock
// excludes. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=range.lo,range.hi
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
#include <mutex>
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;
};

class Gauge {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    range.lo = v;  // @w1
    range.hi = v;  // @w2
  }

  int sum() {
    m.lock();
    int a = range.lo;  // @r1
    m.unlock();        // @gap
    m.lock();
    int b = range.hi;  // @r2
    m.unlock();
    return a + b;
  }

 private:
  std::mutex m;
  Range range;
};

int main() {
  Gauge gauge;  // @SITE
  std::thread writer([&] { gauge.set(7); });
  std::thread reader([&] { gauge.sum(); });
  writer.join();
  reader.join();
}
