// Two objects on one line: the choices are listed, and a column picks one.
// The line is asked without a column.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// EXIT: 4
// STDERR: other
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;
  void set(int v) { lo = hi = v; }
};

int main() {
  Range range, other;  // @SITE
  other.set(8);
  std::thread worker([&] { range.set(7); });
  worker.join();
}
