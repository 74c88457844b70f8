// The class has no such field: its fields are listed, with the closest spelling.
// RUN: empire check %s --site=%s:@SITE --fields=cuont
// EXIT: 4
// STDERR: count
// RUN: empire check %s --site=%s:@SITE --fields=count,hi,mean
// EXIT: 4
// STDERR: mean
#include <thread>

struct Range {
  int count = 0;
  int hi = 0;
  void set(int v) { count = hi = v; }
};

int main() {
  Range range;  // @SITE
  std::thread worker([&] { range.set(7); });
  worker.join();
}
