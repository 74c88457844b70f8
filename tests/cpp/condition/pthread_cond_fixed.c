// get() unlocks after both reads.
// THREAD one: set{ lock m, W lo, W hi, unlock m }
// THREAD two: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: get{ lock m, split, unlock m, lock m, R lo, R hi, unlock m }
// THREAD reader: get{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
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
  range.lo = 7;
  range.hi = 7;
  range.ready = 1;
  pthread_cond_broadcast(&range.changed);
  pthread_mutex_unlock(&range.m);
  return NULL;
}

static void* get(void* unused) {
  (void)unused;
  pthread_mutex_lock(&range.m);
  while (!range.ready) pthread_cond_wait(&range.changed, &range.m);
  int a = range.lo;
  int b = range.hi;
  pthread_mutex_unlock(&range.m);
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
