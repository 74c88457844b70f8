// File-scope variables in C, initialised under a hand-made flag. init() and get() are units of their own.
// THREAD one: init{ W lo, W hi } get{ R lo, R hi }
// THREAD one: get{ R lo, R hi }
// THREAD two: init{ W lo, W hi } get{ R lo, R hi }
// THREAD two: get{ R lo, R hi }
// 6: two init() at once. 8: get() between the writes of init(). 9: init() between the reads of get(). 1 to 5 need a
// unit that accesses one field twice; 7, 10 and 11 opposite orders.
// RUN: empire check %s --fields=::lo,::hi
// VIOLATION: 6 8 9
// SAFE: rest
// WITNESS 6: @w1 @w1 @w2 @w2
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <pthread.h>
#include <stddef.h>

static int done;
static int lo, hi;

static void init(void) {
  lo = 1;  // @w1
  hi = 2;  // @w2
}

static void* get(void* unused) {
  (void)unused;
  if (!done) {
    init();
    done = 1;
  }
  int a = lo;  // @r1
  int b = hi;  // @r2
  return a < b ? NULL : &lo;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, get, NULL);
  pthread_create(&two, NULL, get, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
