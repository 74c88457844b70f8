// Code that we do not see gets a callback and the object: it may call it from any thread, and touch the object.
// What we see is safe. What we do not see may violate every scenario.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// UNKNOWN: 1-11 because atTick() gets the object
// REASON: atTick
#include <mutex>
#include <thread>

void atTick(void (*callback)(void*), void* argument);

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
  atTick([](void* argument) { static_cast<Range*>(argument)->sum(); }, &range);
  writer.join();
  reader.join();
}
