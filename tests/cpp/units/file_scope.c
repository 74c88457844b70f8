// File-scope variables in C form the atomic set; functions are the units.
// THREAD writer: reset{ lock m, W head, W tail, unlock m }
// THREAD reader: length{ lock m, R head, unlock m, lock m, R tail, unlock m }
// 9: the writer runs between the two reads. 8, 10 and 11 need a read between the writer's two writes, which the lock
// excludes. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units.
// RUN: empire check %s --fields=::head,::tail
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int head, tail;

static void* reset(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  head = 1;  // @w1
  tail = 1;  // @w2
  pthread_mutex_unlock(&m);
  return NULL;
}

static void* length(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  int a = head;              // @r1
  pthread_mutex_unlock(&m);  // @gap
  pthread_mutex_lock(&m);
  int b = tail;  // @r2
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
