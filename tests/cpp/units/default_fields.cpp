// Without --fields, all data members that are not synchronisation are asked about.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, unlock m, lock m, R hi, unlock m }
// 9: the writer runs between the two reads. 8, 10 and 11 need a read between the writer's two writes, which the lock
// excludes. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    lo = v;  // @w1
    hi = v;  // @w2
  }

  int sum() {
    m.lock();
    int a = lo;  // @r1
    m.unlock();  // @gap
    m.lock();
    int b = hi;  // @r2
    m.unlock();
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
