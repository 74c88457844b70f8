// If the second thread cannot be started, main does its work itself, beside the first one.
// THREAD main: add{ R n, W n }
// THREAD first: add{ R n, W n }
// 1: both read, then one writes what the other's write made stale. 2 to 5 need another access after the write, 6 to 11 two
// fields.
// RUN: empire check %s --fields=::n
// VIOLATION: 1
// SAFE: rest
#include <pthread.h>
#include <stdlib.h>

int n;

void add(void) { n = n + 1; }

void* first(void* unused) {
  (void)unused;
  add();
  return NULL;
}

void* second(void* unused) { return unused; }

int main(void) {
  pthread_t a, b;
  if (pthread_create(&a, NULL, first, NULL) != 0) return 1;
  if (pthread_create(&b, NULL, second, NULL) != 0) {
    add();
    pthread_join(a, NULL);
    return 0;
  }
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
