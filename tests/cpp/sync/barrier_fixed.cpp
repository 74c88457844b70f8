// The accesses before the barrier are locked; the barrier itself is not needed for the proof.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <barrier>
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    {
      std::lock_guard guard(m);
      lo = v;
      hi = v;
    }
    phase.arrive_and_wait();
  }

  int sum() {
    int total = 0;
    {
      std::lock_guard guard(m);
      total = lo + hi;
    }
    phase.arrive_and_wait();
    return total;
  }

 private:
  std::mutex m;
  std::barrier<> phase{2};
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
