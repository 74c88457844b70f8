// No object is made on the line of the site: the nearest allocations are listed.
// RUN: empire check %s --site=%s:1 --fields=lo,hi
// EXIT: 4
// STDERR: Range
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;
  void set(int v) { lo = hi = v; }
};

int main() {
  Range range;  // @SITE
  std::thread worker([&] { range.set(7); });
  worker.join();
}
