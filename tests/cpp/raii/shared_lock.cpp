// sum() moves its shared_lock into a function that ends it, and reads on.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lockS m, R lo, unlock m, R hi }
// 9: the first read is covered, then the writer runs, then the second read. 8 needs the first read between the two
// writes and 11 one of the reads before the second write in the other order; the lock held by the first read and the
// order of the statements exclude them; 10 needs the writer to write hi first. 1 to 5 need a unit that accesses one
// field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>

class Range {
 public:
  void set(int v) {
    std::unique_lock lock(m);
    lo = v;  // @w1
    hi = v;  // @w2
  }

  int sum() {
    std::shared_lock lock(m);
    int a = lo;               // @r1
    finish(std::move(lock));  // @gap
    int b = hi;               // @r2
    return a + b;
  }

 private:
  static void finish(std::shared_lock<std::shared_mutex> lock) { lock.unlock(); }

  std::shared_mutex m;
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
