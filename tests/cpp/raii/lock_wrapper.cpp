// A lock class of the user's own around pthread_mutex_t; add() releases it between read and write.
// THREAD one: add{ lock m, R n, unlock m, lock m, W n, unlock m }
// THREAD two: add{ lock m, R n, unlock m, lock m, W n, unlock m }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @w @w
#include <pthread.h>

#include <thread>

class Lock {
 public:
  Lock() { pthread_mutex_init(&m_, nullptr); }
  ~Lock() { pthread_mutex_destroy(&m_); }
  void acquire() { pthread_mutex_lock(&m_); }
  void release() { pthread_mutex_unlock(&m_); }

 private:
  pthread_mutex_t m_;
};

struct Counter {
  Lock lock;
  int n = 0;

  void add() {
    lock.acquire();
    int old = n;     // @r
    lock.release();  // @gap
    lock.acquire();
    n = old + 1;  // @w
    lock.release();
  }
};

int main() {
  Counter counter;  // @SITE
  std::thread one([&] { counter.add(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
