// Threads started in a loop, kept in a vector and joined in a loop: two of them meet in add().
// THREAD one: add{ R n, W n }
// THREAD two: add{ R n, W n }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @w @w
#include <mutex>
#include <thread>
#include <vector>

struct Counter {
  std::mutex m;
  int n = 0;

  void add() {
    int old = n;  // @r @gap
    n = old + 1;  // @w
  }
};

int main() {
  Counter counter;  // @SITE
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i) workers.emplace_back([&counter] { counter.add(); });
  for (std::thread& worker : workers) worker.join();
}
