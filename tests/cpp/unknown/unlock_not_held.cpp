// One thread takes the mutex and another gives it back: no thread can be said to hold it.
// As it happens no scenario can be violated: open() has ended before the others start. The rule is that an unlock of a
// lock that is not held turns safe into unknown.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// UNKNOWN: 1-11 because the unlock in close() has no lock in its thread
// REASON: unlock
#include <mutex>
#include <thread>

class Range {
 public:
  void open(int v) {
    m.lock();
    lo = v;
    hi = v;
  }

  void close() { m.unlock(); }

  int sum() {
    std::lock_guard guard(m);
    return lo + hi;
  }

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.open(7); });
  writer.join();
  std::thread closer([&] { range.close(); });
  std::thread reader([&] { range.sum(); });
  closer.join();
  reader.join();
}
