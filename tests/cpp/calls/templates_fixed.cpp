// The template is instantiated with std::mutex.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
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
    lo = v;
    hi = v;
  }

  Value sum() {
    std::lock_guard<Mutex> guard(m);
    Value a = lo;
    Value b = hi;
    return a + b;
  }

 private:
  Mutex m;
  Value lo{};
  Value hi{};
};

int main() {
  Range<long, std::mutex> range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
