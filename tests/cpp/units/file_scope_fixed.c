// length() reads both under one lock.
// THREAD writer: reset{ lock m, W head, W tail, unlock m }
// THREAD reader: length{ lock m, R head, R tail, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --fields=::head,::tail
// SAFE: all
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int head, tail;

static void* reset(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  head = 1;
  tail = 1;
  pthread_mutex_unlock(&m);
  return NULL;
}

static void* length(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  int a = head;
  int b = tail;
  pthread_mutex_unlock(&m);
  return a == b ? NULL : &head;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, reset, NULL);
  pthread_create(&reader, NULL, length, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
