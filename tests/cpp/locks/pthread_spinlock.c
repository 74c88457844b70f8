// A file-scope C struct guarded by a spin lock: sum() releases it between its two reads.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, unlock m, lock m, R hi, unlock m }
// 9: the writer runs between the two reads. 8, 10 and 11 need a read between the writer's two writes, which the lock
// excludes. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
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
  range.lo = 7;  // @w1
  range.hi = 7;  // @w2
  pthread_spin_unlock(&range.m);
  return NULL;
}

static void* sum(void* unused) {
  (void)unused;
  pthread_spin_lock(&range.m);
  int a = range.lo;               // @r1
  pthread_spin_unlock(&range.m);  // @gap
  pthread_spin_lock(&range.m);
  int b = range.hi;  // @r2
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
