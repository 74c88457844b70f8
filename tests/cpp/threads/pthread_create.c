// C: main reads between pthread_create and pthread_join.
// THREAD main: start worker, sum{ R lo, R hi }, join worker
// THREAD worker: set{ W lo, W hi }
// 8: both reads fall between the two writes. 9: both writes fall between the two reads. 10 and 11 need reader and
// writer to take the fields in opposite orders. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing
// units. The constructor runs before the thread starts.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8 9
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <pthread.h>
#include <stddef.h>

struct range {
  int lo, hi;
};

static void* set(void* argument) {
  struct range* r = argument;
  r->lo = 7;  // @w1
  r->hi = 7;  // @w2
  return NULL;
}

static int sum(const struct range* r) {
  int a = r->lo;  // @r1
  int b = r->hi;  // @r2
  return a + b;
}

int main(void) {
  struct range range = {0, 0};  // @SITE
  pthread_t worker;
  pthread_create(&worker, NULL, set, &range);
  int total = sum(&range);
  pthread_join(worker, NULL);
  return total;
}
