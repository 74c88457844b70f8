// The mutex is chosen once, by the constructor, and kept in a pointer. The program is safe; the tool chooses anew at
// every use.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// Both threads use the one mutex that the constructor chose.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// IMPRECISE: 8 9 because a pointer that may lead to two mutexes is chosen anew at each load
// SAFE: rest
#include <mutex>
#include <thread>

static std::mutex even;
static std::mutex odd;

class Range {
 public:
  explicit Range(int key) : m(key % 2 == 0 ? &even : &odd) {}

  void set(int v) {
    std::lock_guard guard(*m);
    lo = v;
    hi = v;
  }

  int sum() {
    std::lock_guard guard(*m);
    return lo + hi;
  }

 private:
  std::mutex* m;
  int lo = 0;
  int hi = 0;
};

int main(int count, char**) {
  Range range(count);  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
