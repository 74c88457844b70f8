// The function without a body gets a number; it cannot reach the object.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap. The scope
// lists the function.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
// SCOPE: inspect
#include <mutex>
#include <thread>

void inspect(int number);

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
  inspect(7);
  writer.join();
  reader.join();
}
