// C11 mutex: one critical section.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <threads.h>

static struct counter {
  mtx_t m;
  int n;
} counter;  // @SITE

static int add(void* unused) {
  (void)unused;
  mtx_lock(&counter.m);
  int old = counter.n;
  counter.n = old + 1;
  mtx_unlock(&counter.m);
  return 0;
}

int main(void) {
  mtx_init(&counter.m, mtx_plain);
  thrd_t one, two;
  thrd_create(&one, add, NULL);
  thrd_create(&two, add, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return 0;
}
