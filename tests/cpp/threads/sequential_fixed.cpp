// Each round of the loop joins its thread, so two never run at once.
// THREAD main: start one, join one, start two, join two
// THREAD one: add{ R n, W n }
// THREAD two: add{ R n, W n }
// No two threads that touch the counter run at the same time.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <thread>

struct Counter {
  int n = 0;

  void add() {
    int old = n;
    n = old + 1;
  }
};

int main() {
  Counter counter;  // @SITE
  for (int i = 0; i < 3; ++i) {
    std::thread worker([&counter] { counter.add(); });
    worker.join();
  }
}
