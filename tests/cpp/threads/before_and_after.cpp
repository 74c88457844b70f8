// main changes the counter between start and join, without a lock.
// THREAD main: add{ R n, W n } start worker, add{ R n, W n }, join worker
// THREAD worker: add{ R n, W n }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @w @w
#include <thread>

struct Counter {
  int n = 0;

  void add() {
    int old = n;  // @r @gap
    n = old + 1;  // @w
  }
};

int main() {
  Counter counter;  // @SITE
  counter.add();
  std::thread worker([&counter] { counter.add(); });
  counter.add();
  worker.join();
}
