// add() holds the user's lock over read and write.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
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
    int old = n;
    n = old + 1;
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
