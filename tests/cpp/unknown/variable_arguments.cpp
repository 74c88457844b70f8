// The object travels as a variable argument, which is not followed into the callee.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// RUN: empire check %s --site=%s:@SITE --fields=n
// UNKNOWN: 1-11 because the callee's use of its variable arguments is not seen
// REASON: variable_arguments.cpp
#include <cstdarg>
#include <mutex>
#include <thread>

class Counter {
 public:
  void add() {
    std::lock_guard guard(m);
    n = n + 1;
  }

 private:
  std::mutex m;
  int n = 0;
};

void addAll(int count, ...) {
  va_list rest;
  va_start(rest, count);
  for (int i = 0; i < count; ++i) va_arg(rest, Counter*)->add();
  va_end(rest);
}

int main() {
  Counter counter;  // @SITE
  std::thread one([&] { addAll(1, &counter); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
