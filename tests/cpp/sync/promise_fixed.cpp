// The promise is fulfilled after both writes; future::get orders the reads after them.
// THREAD writer: set{ W lo, W hi, set written }
// THREAD reader: sum{ require written, R lo, R hi }
// The only unit that writes has made its writes before any read.
// KNOWNBUG: promises are not modelled as flags yet
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <future>
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;

  void set(int v, std::promise<void>& written) {
    lo = v;
    hi = v;
    written.set_value();
  }

  int sum(std::future<void>& written) const {
    written.get();
    int a = lo;
    int b = hi;
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
