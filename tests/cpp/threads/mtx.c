// C11 mutex: add() leaves a gap between read and write.
// THREAD one: add{ lock m, R n, unlock m, lock m, W n, unlock m }
// THREAD two: add{ lock m, R n, unlock m, lock m, W n, unlock m }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @w @w
#include <threads.h>

static struct counter {
  mtx_t m;
  int n;
} counter;  // @SITE

static int add(void* unused) {
  (void)unused;
  mtx_lock(&counter.m);
  int old = counter.n;     // @r
  mtx_unlock(&counter.m);  // @gap
  mtx_lock(&counter.m);
  counter.n = old + 1;  // @w
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
