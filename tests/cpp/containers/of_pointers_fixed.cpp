// The same, read in one critical section. The mutex of the object in question excludes, those of its siblings do not
// matter.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

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
  std::vector<std::unique_ptr<Range>> ranges;
  for (int i = 0; i < 3; ++i) ranges.push_back(std::make_unique<Range>());  // @SITE
  std::thread writer([&] {
    for (auto& range : ranges) range->set(7);
  });
  std::thread reader([&] {
    for (auto& range : ranges) range->sum();
  });
  writer.join();
  reader.join();
}
