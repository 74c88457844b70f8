// pthread_once runs init() for one thread and lets the other wait for it.
// THREAD one: init{ W lo, W hi } set done, get{ R lo, R hi }
// THREAD two: require done, get{ R lo, R hi }
// Only one thread runs the initialisation, and everybody reads after it has ended. (The lines show one of the two
// symmetric cases.)
// RUN: empire check %s --fields=::lo,::hi
// SAFE: all
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int lo, hi;

static void init(void) {
  lo = 1;
  hi = 2;
}

static void* get(void* unused) {
  (void)unused;
  pthread_once(&once, init);
  int a = lo;
  int b = hi;
  return a < b ? NULL : &lo;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, get, NULL);
  pthread_create(&two, NULL, get, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
