// A binary semaphore used as a lock: add() releases it between read and write.
// THREAD one: add{ lock m, R n, unlock m, lock m, W n, unlock m }
// THREAD two: add{ lock m, R n, unlock m, lock m, W n, unlock m }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @w @w
#include <semaphore>
#include <thread>

struct Counter {
  std::binary_semaphore free{1};
  int n = 0;

  void add() {
    free.acquire();
    int old = n;     // @r
    free.release();  // @gap
    free.acquire();
    n = old + 1;  // @w
    free.release();
  }
};

int main() {
  Counter counter;  // @SITE
  std::thread one([&] { counter.add(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
