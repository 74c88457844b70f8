// The writer works before the barrier and the reader after it. The program is safe; the tool ignores this ordering.
// THREAD writer: set{ W lo, W hi, set arrived }
// THREAD reader: sum{ require arrived, R lo, R hi }
// The reads come after the barrier, the writes before it.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// IMPRECISE: 8 9 because a barrier orders nothing in the model
// SAFE: rest
#include <barrier>
#include <thread>

class Range {
 public:
  void set(int v) {
    lo = v;
    hi = v;
    phase.arrive_and_wait();
  }

  int sum() {
    phase.arrive_and_wait();
    int a = lo;
    int b = hi;
    return a + b;
  }

 private:
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
