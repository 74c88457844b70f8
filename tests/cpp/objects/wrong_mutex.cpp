// copyFrom() locks its own object and reads the other one, which has another mutex.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD copier: copyFrom{ lock target, R lo, R hi, unlock target }
// copyFrom() runs on the target; for the source it is the innermost function with the accesses, and so the unit. Its
// lock is not the source's. 8: both reads fall between the two writes. 9: both writes fall between the two reads. 10
// and 11 need reader and writer to take the fields in opposite orders. 1 to 5 need a unit that accesses one field
// twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8 9
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    lo = v;  // @w1
    hi = v;  // @w2
  }

  void copyFrom(Range& other) {
    std::lock_guard guard(m);
    lo = other.lo;  // @r1
    hi = other.hi;  // @r2
  }

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range source;  // @SITE
  Range target;
  std::thread writer([&] { source.set(7); });
  std::thread copier([&] { target.copyFrom(source); });
  writer.join();
  copier.join();
}
