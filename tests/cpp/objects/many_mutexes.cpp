// Each field pair uses a mutex made by new in a loop; the two threads take the same one. The program is safe; to the
// tool the lock may stand for several mutexes, and excludes nobody.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// Both threads hold mutex number 1.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// IMPRECISE: 8 9 because a lock that stands for several mutexes excludes nobody
// SAFE: rest
// SCOPE: several mutexes
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

static std::vector<std::unique_ptr<std::mutex>> mutexes;

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(*mutexes[1]);
    lo = v;
    hi = v;
  }

  int sum() {
    std::lock_guard guard(*mutexes[1]);
    return lo + hi;
  }

 private:
  int lo = 0;
  int hi = 0;
};

int main() {
  for (int i = 0; i < 3; ++i) mutexes.push_back(std::make_unique<std::mutex>());
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
