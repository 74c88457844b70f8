// The writing function takes the read side of a pthread_rwlock_t.
// THREAD writer: set{ lockS m, W lo, W hi, unlock m }
// THREAD reader: sum{ lockS m, R lo, R hi, unlock m }
// 8: both reads fall between the two writes. 9: both writes fall between the two reads. 10 and 11 need reader and
// writer to take the fields in opposite orders. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing
// units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8 9
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <pthread.h>
#include <stddef.h>

struct range {
  pthread_rwlock_t m;
  int lo, hi;
};

static void* set(void* argument) {
  struct range* r = argument;
  pthread_rwlock_rdlock(&r->m);
  r->lo = 7;  // @w1
  r->hi = 7;  // @w2
  pthread_rwlock_unlock(&r->m);
  return NULL;
}

static void* sum(void* argument) {
  struct range* r = argument;
  pthread_rwlock_rdlock(&r->m);
  int a = r->lo;  // @r1
  int b = r->hi;  // @r2
  pthread_rwlock_unlock(&r->m);
  return a == b ? NULL : r;
}

int main(void) {
  struct range range = {PTHREAD_RWLOCK_INITIALIZER, 0, 0};  // @SITE
  pthread_t writer, reader;
  pthread_create(&writer, NULL, set, &range);
  pthread_create(&reader, NULL, sum, &range);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
