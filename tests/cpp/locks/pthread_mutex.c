// A C struct from malloc, guarded by a pthread mutex: the function add() is the unit, and leaves a gap between read
// and write.
// THREAD one: add{ lock m, R n, unlock m, lock m, W n, unlock m }
// THREAD two: add{ lock m, R n, unlock m, lock m, W n, unlock m }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @w @w
#include <pthread.h>
#include <stdlib.h>

struct counter {
  pthread_mutex_t m;
  int n;
};

static void* add(void* argument) {
  struct counter* c = argument;
  pthread_mutex_lock(&c->m);
  int old = c->n;               // @r
  pthread_mutex_unlock(&c->m);  // @gap
  pthread_mutex_lock(&c->m);
  c->n = old + 1;  // @w
  pthread_mutex_unlock(&c->m);
  return NULL;
}

int main(void) {
  struct counter* c = (struct counter*)malloc(sizeof(struct counter));  // @SITE
  pthread_mutex_init(&c->m, NULL);
  c->n = 0;
  pthread_t one, two;
  pthread_create(&one, NULL, add, c);
  pthread_create(&two, NULL, add, c);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_mutex_destroy(&c->m);
  free(c);
  return 0;
}
