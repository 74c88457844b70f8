// set() holds the recursive mutex while it calls methods that take it again; their releases do not free it.
// THREAD writer: set{ lock m, lock m, W lo, unlock m, lock m, W hi, unlock m, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    setLo(v);
    setHi(v);
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;
    int b = hi;
    return a + b;
  }

  void setLo(int v) {
    std::lock_guard guard(m);
    lo = v;
  }

  void setHi(int v) {
    std::lock_guard guard(m);
    hi = v;
  }

 private:
  std::recursive_mutex m;
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
