// The promise is fulfilled between the two writes.
// THREAD writer: set{ W lo, set written, W hi }
// THREAD reader: sum{ require written, R lo, R hi }
// 8: the reader is let go after the first write and reads both fields before the second. 9, 10 and 11 need the write
// of lo after a read, but it comes before every read. 1 to 5 need a unit that accesses one field twice, 6 and 7 two
// writing units.
// KNOWNBUG: promises are not modelled as flags yet
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
#include <future>
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;

  void set(int v, std::promise<void>& written) {
    lo = v;               // @w1
    written.set_value();  // @gap
    hi = v;               // @w2
  }

  int sum(std::future<void>& written) const {
    written.get();
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }
};

int main() {
  Range range;  // @SITE
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread writer([&] { range.set(7, promise); });
  std::thread reader([&] { range.sum(future); });
  writer.join();
  reader.join();
}
