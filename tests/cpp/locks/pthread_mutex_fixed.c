// One critical section of the pthread mutex.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <pthread.h>
#include <stdlib.h>

struct counter {
  pthread_mutex_t m;
  int n;
};

static void* add(void* argument) {
  struct counter* c = argument;
  pthread_mutex_lock(&c->m);
  int old = c->n;
  c->n = old + 1;
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
