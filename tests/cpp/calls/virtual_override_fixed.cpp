// The override locks, too.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <memory>
#include <mutex>
#include <thread>

class Range {
 public:
  virtual ~Range() = default;

  virtual void set(int v) {
    std::lock_guard guard(m);
    lo = v;
    hi = v;
  }

  int sum() {
    std::lock_guard guard(m);
    int a = lo;
    int b = hi;
    return a + b;
  }

 protected:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

class Shifted : public Range {
 public:
  void set(int v) override {
    std::lock_guard guard(m);
    lo = v + 1;
    hi = v + 1;
  }
};

int main() {
  std::unique_ptr<Range> range = std::make_unique<Shifted>();  // @SITE
  std::thread writer([&] { range->set(7); });
  std::thread reader([&] { range->sum(); });
  writer.join();
  reader.join();
}
