// A pthread condition variable: get() unlocks between its two reads.
// THREAD one: set{ lock m, W lo, W hi, unlock m }
// THREAD two: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: get{ lock m, split, unlock m, lock m, R lo, unlock m, R hi }
// THREAD reader: get{ lock m, R lo, unlock m, R hi }
// 9: one writer made get() go on, the other writes between the two reads. 8 and 11 need the first, locked read inside
// set() or the other order, 10 needs set() to write hi first. 6 and 7 are excluded by the lock that both writers hold.
// 1 to 5 need a unit that accesses one field twice.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
#include <pthread.h>
#include <stddef.h>

struct range {
  pthread_mutex_t m;
  pthread_cond_t changed;
  int ready, lo, hi;
};
static struct range range = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0};  // @SITE

static void* set(void* unused) {
  (void)unused;
  pthread_mutex_lock(&range.m);
  range.lo = 7;  // @w1
  range.hi = 7;  // @w2
  range.ready = 1;
  pthread_cond_broadcast(&range.changed);
  pthread_mutex_unlock(&range.m);
  return NULL;
}

static void* get(void* unused) {
  (void)unused;
  pthread_mutex_lock(&range.m);
  while (!range.ready) pthread_cond_wait(&range.changed, &range.m);
  int a = range.lo;                // @r1
  pthread_mutex_unlock(&range.m);  // @gap
  int b = range.hi;                // @r2
  return a == b ? NULL : &range;
}

int main(void) {
  pthread_t writers[2], reader;
  pthread_create(&writers[0], NULL, set, NULL);
  pthread_create(&writers[1], NULL, set, NULL);
  pthread_create(&reader, NULL, get, NULL);
  pthread_join(writers[0], NULL);
  pthread_join(writers[1], NULL);
  pthread_join(reader, NULL);
  return 0;
}
