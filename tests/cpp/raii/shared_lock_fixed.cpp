// sum() hands its shared_lock on after both reads.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lockS m, R lo, R hi, unlock m }
// The writer is exclusive and the reader holds its shared lock over both reads.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>

class Range {
 public:
  void set(int v) {
    std::unique_lock lock(m);
    lo = v;
    hi = v;
  }

  int sum() {
    std::shared_lock lock(m);
    int a = lo;
    int b = hi;
    finish(std::move(lock));
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
