// sum() holds the spin lock over both reads.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <pthread.h>
#include <stddef.h>

struct range {
  pthread_spinlock_t m;
  int lo, hi;
};
static struct range range;  // @SITE

static void* set(void* unused) {
  (void)unused;
  pthread_spin_lock(&range.m);
  range.lo = 7;
  range.hi = 7;
  pthread_spin_unlock(&range.m);
  return NULL;
}

static void* sum(void* unused) {
  (void)unused;
  pthread_spin_lock(&range.m);
  int a = range.lo;
  int b = range.hi;
  pthread_spin_unlock(&range.m);
  return a == b ? NULL : &range;
}

int main(void) {
  pthread_spin_init(&range.m, PTHREAD_PROCESS_PRIVATE);
  pthread_t writer, reader;
  pthread_create(&writer, NULL, set, NULL);
  pthread_create(&reader, NULL, sum, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
