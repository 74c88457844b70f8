// Both threads come with the same key. The program is safe; the tool does not tell the stripes apart, so they exclude
// nobody.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// Both hold stripe 1.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// IMPRECISE: 8 9 because an array element chosen at run time may be any of several mutexes
// SAFE: rest
#include <array>
#include <mutex>
#include <thread>

class Range {
 public:
  void set(unsigned key, int v) {
    std::lock_guard guard(stripes[key % 4]);
    lo = v;
    hi = v;
  }

  int sum(unsigned key) {
    std::lock_guard guard(stripes[key % 4]);
    int a = lo;
    int b = hi;
    return a + b;
  }

 private:
  std::array<std::mutex, 4> stripes;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(1, 7); });
  std::thread reader([&] { range.sum(1); });
  writer.join();
  reader.join();
}
