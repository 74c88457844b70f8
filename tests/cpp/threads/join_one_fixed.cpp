// main joins every element of the vector before it reads without a lock.
// THREAD main: start one, start two, join one, join two, sum{ R lo, R hi }
// THREAD one: set{ lock m, W lo, W hi, unlock m }
// THREAD two: set{ lock m, W lo, W hi, unlock m }
// The workers exclude each other, and all have ended when main reads.
// KNOWNBUG: joining one element of a container of threads joins nobody
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <thread>
#include <vector>

struct Range {
  std::mutex m;
  int lo = 0;
  int hi = 0;

  void set(int v) {
    std::lock_guard guard(m);
    lo = v;
    hi = v;
  }

  int sum() const {
    int a = lo;
    int b = hi;
    return a + b;
  }
};

int main() {
  Range range;  // @SITE
  std::vector<std::thread> workers;
  for (int i = 0; i < 2; ++i) workers.emplace_back([&range, i] { range.set(i); });
  for (std::thread& worker : workers) worker.join();
  int total = range.sum();
  return total;
}
