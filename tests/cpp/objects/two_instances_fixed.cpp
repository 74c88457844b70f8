// The shared object is read in one critical section; the other still belongs to one thread.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
// RUN: empire check %s --site=%s:@OTHER --fields=lo,hi
// THREAD reader: set{ lock m, W lo, W hi, unlock m } sum{ lock m, R lo, R hi, unlock m }
// THREAD writer: set{ }
// SAFE: all
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    lo = v;
    hi = v;
  }

  int sum() {
    m.lock();
    int a = lo;
    int b = hi;
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
