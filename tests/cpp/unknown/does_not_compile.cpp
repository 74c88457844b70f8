// The compiler's own messages, exit code 4, no verdict.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// EXIT: 4
// STDERR: sett
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;
  void set(int v) { lo = hi = v; }
};

int main() {
  Range range;  // @SITE
  std::thread worker([&] { range.sett(7); });
  worker.join();
}
