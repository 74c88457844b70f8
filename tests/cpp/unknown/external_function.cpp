// A function without a body gets the object: it may do anything to it, in any thread.
// What we see is safe. What we do not see may violate every scenario.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// UNKNOWN: 1-11 because inspect() may access the fields, without the lock
// REASON: inspect
#include <mutex>
#include <thread>

class Range;
void inspect(Range& range);

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    lo = v;
    hi = v;
  }

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
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  inspect(range);
  writer.join();
  reader.join();
}
