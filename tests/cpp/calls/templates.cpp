// A class template with a locking policy, instantiated with the policy that does nothing.
// THREAD writer: set{ W lo, W hi }
// THREAD reader: sum{ R lo, R hi }
// 8: both reads fall between the two writes. 9: both writes fall between the two reads. 10 and 11 need reader and
// writer to take the fields in opposite orders. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing
// units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8 9
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <mutex>
#include <thread>

struct NoMutex {
  void lock() {}
  void unlock() {}
};

template <class Value, class Mutex>
class Range {
 public:
  void set(Value v) {
    std::lock_guard<Mutex> guard(m);
    lo = v;  // @w1
    hi = v;  // @w2
  }

  Value sum() {
    std::lock_guard<Mutex> guard(m);
    Value a = lo;  // @r1
    Value b = hi;  // @r2
    return a + b;
  }

 private:
  Mutex m;
  Value lo{};
  Value hi{};
};

int main() {
  Range<long, NoMutex> range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
