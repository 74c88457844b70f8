// A detached thread is never joined; main locks, the thread does not.
// THREAD main: start worker, addSafely{ lock m, R n, W n, unlock m }
// THREAD worker: add{ R n, W n }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields. Either thread may be
// the one that is disturbed.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
#include <mutex>
#include <thread>

struct Counter {
  std::mutex m;
  int n = 0;

  void addSafely() {
    std::lock_guard guard(m);
    int old = n;
    n = old + 1;
  }

  void add() {
    int old = n;  // @r @gap
    n = old + 1;  // @w
  }
};

static Counter counter;  // @SITE

int main() {
  std::thread([] { counter.add(); }).detach();
  counter.addSafely();
}
