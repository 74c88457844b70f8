// The base class locks in set(); a derived class overrides it and forgets the lock.
// THREAD writer: set{ W lo, W hi }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// 8: both reads fall between the two writes. 9: both writes fall between the two reads. 10 and 11 need reader and
// writer to take the fields in opposite orders. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing
// units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8 9
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
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
    int a = lo;  // @r1
    int b = hi;  // @r2
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
    lo = v + 1;  // @w1
    hi = v + 1;  // @w2
  }
};

int main() {
  std::unique_ptr<Range> range = std::make_unique<Shifted>();  // @SITE
  std::thread writer([&] { range->set(7); });
  std::thread reader([&] { range->sum(); });
  writer.join();
  reader.join();
}
