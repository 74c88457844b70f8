// sum() visits the object twice with function pointers; each visit locks.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, unlock m, lock m, R hi, unlock m }
// 9: the writer runs between the two reads. 8, 10 and 11 need a read between the writer's two writes, which the lock
// excludes. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units.
// KNOWNBUG: a function pointer parameter is not told apart per call, so both callbacks seem possible at each
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
#include <mutex>
#include <thread>

struct Range {
  std::mutex m;
  int lo = 0;
  int hi = 0;

  void set(int v) {
    std::lock_guard guard(m);
    lo = v;  // @w1
    hi = v;  // @w2
  }

  int visit(int (*look)(const Range&)) {
    std::lock_guard guard(m);
    return look(*this);
  }

  int sum() {
    int a = visit([](const Range& r) { return r.lo; });  // @r1 @gap
    int b = visit([](const Range& r) { return r.hi; });  // @r2
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
