// C: main reads after pthread_join.
// THREAD main: start worker, join worker, sum{ R lo, R hi }
// THREAD worker: set{ W lo, W hi }
// The worker has ended before the only unit of main that reads; there is no lock and none is needed.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <pthread.h>
#include <stddef.h>

struct range {
  int lo, hi;
};

static void* set(void* argument) {
  struct range* r = argument;
  r->lo = 7;
  r->hi = 7;
  return NULL;
}

static int sum(const struct range* r) {
  int a = r->lo;
  int b = r->hi;
  return a + b;
}

int main(void) {
  struct range range = {0, 0};  // @SITE
  pthread_t worker;
  pthread_create(&worker, NULL, set, &range);
  pthread_join(worker, NULL);
  int total = sum(&range);
  return total;
}
