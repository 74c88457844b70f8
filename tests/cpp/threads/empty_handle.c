// The handle is looked at before the thread is started: finding it empty does not mean that the thread was joined.
// THREAD main: sum{ R lo, R hi }
// THREAD writer: set{ W lo, W hi }
// 8 and 9: main reads both fields while the thread may be between its writes, or between the two reads the thread writes
// both. 10 and 11 need the other order of one of them; 1 to 5 a unit that accesses one field twice, 6 and 7 two writing
// units.
// RUN: empire check %s --fields=::lo,::hi
// VIOLATION: 8 9
// SAFE: rest
#include <pthread.h>
#include <stdlib.h>

int lo, hi;

void* set(void* unused) {
  (void)unused;
  lo = 7;
  hi = 7;
  return NULL;
}

int sum(void) { return lo + hi; }

int main(void) {
  pthread_t thread = 0;
  if (thread == 0) {
    pthread_create(&thread, NULL, set, NULL);
    int total = sum();
    pthread_join(thread, NULL);
    return total;
  }
  return 0;
}
