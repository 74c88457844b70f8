// Two objects, each with its own mutex. One is shared and torn; the other belongs to one thread and is not.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, unlock m, lock m, R hi, unlock m }
// 9: the writer runs between the two reads. 8, 10 and 11 need a read between the writer's two writes, which the lock
// excludes. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units. The second object is used by
// one thread only, so it is safe, and its units do not count for the first.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
// RUN: empire check %s --site=%s:@OTHER --fields=lo,hi
// THREAD reader: set{ lock m, W lo, W hi, unlock m } sum{ lock m, R lo, unlock m, lock m, R hi, unlock m }
// THREAD writer: set{ }
// SAFE: all
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
  Range first;   // @SITE
  Range second;  // @OTHER
  std::thread writer([&] { first.set(7); });
  std::thread reader([&] {
    first.sum();
    second.set(8);
    second.sum();
  });
  writer.join();
  reader.join();
}
