// main changes the counter only before the start and after the join.
// THREAD main: add{ R n, W n } start worker, join worker, add{ R n, W n }
// THREAD worker: add{ R n, W n }
// The units of main lie before the start and after the join of the only other thread.
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
  counter.add();
  std::thread worker([&counter] { counter.add(); });
  worker.join();
  counter.add();
}
