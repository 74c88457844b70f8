// Both sides take both mutexes with one scoped_lock.
// THREAD writer: set{ lock input, lock output, W lo, W hi, unlock output, unlock input }
// THREAD reader: sum{ lock input, lock output, R lo, R hi, unlock output, unlock input }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <thread>

struct Range {
  std::mutex input;
  std::mutex output;
  int lo = 0;
  int hi = 0;

  void set(int v) {
    std::scoped_lock guard(input, output);
    lo = v;
    hi = v;
  }

  int sum() {
    std::scoped_lock guard(output, input);
    int a = lo;
    int b = hi;
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
