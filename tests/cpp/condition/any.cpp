// A condition_variable_any waits with a shared_lock; get() gives the lock up between its reads.
// THREAD writer: set{ lock m, W lo, W hi, unlock m } set{ lock m, W lo, W hi, unlock m }
// THREAD reader: get{ lockS m, split, unlock m, lockS m, R lo, unlock m, R hi }
// THREAD reader: get{ lockS m, R lo, unlock m, R hi }
// 9: a set() falls between the two reads. 8 and 11 need the first, locked read inside set(), or the reads in the other
// order; 10 needs set() to write hi first. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing
// units. The two set() calls are two units of one thread.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::unique_lock lock(m);
    lo = v;  // @w1
    hi = v;  // @w2
    ready = true;
    changed.notify_all();
  }

  int get() {
    std::shared_lock lock(m);
    while (!ready) changed.wait(lock);
    int a = lo;     // @r1
    lock.unlock();  // @gap
    int b = hi;     // @r2
    return a + b;
  }

 private:
  std::shared_mutex m;
  std::condition_variable_any changed;
  bool ready = false;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] {
    range.set(7);
    range.set(8);
  });
  std::thread reader([&] { range.get(); });
  writer.join();
  reader.join();
}
