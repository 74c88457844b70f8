// The writing function takes the write side.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lockS m, R lo, R hi, unlock m }
// The writer is exclusive, so it overlaps with no reader.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <pthread.h>
#include <stddef.h>

struct range {
  pthread_rwlock_t m;
  int lo, hi;
};

static void* set(void* argument) {
  struct range* r = argument;
  pthread_rwlock_wrlock(&r->m);
  r->lo = 7;
  r->hi = 7;
  pthread_rwlock_unlock(&r->m);
  return NULL;
}

static void* sum(void* argument) {
  struct range* r = argument;
  pthread_rwlock_rdlock(&r->m);
  int a = r->lo;
  int b = r->hi;
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
