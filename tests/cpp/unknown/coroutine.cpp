// A coroutine adds to the counter when it is resumed. What it does between suspensions is not followed.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// RUN: empire check %s --site=%s:@SITE --fields=n
// UNKNOWN: 1-11 because the body of a coroutine is not followed
// REASON: coroutine
#include <coroutine>
#include <mutex>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

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

Task later(Counter& counter) {
  counter.add();
  co_return;
}

int main() {
  Counter counter;  // @SITE
  Task task = later(counter);
  std::thread one([&] { task.handle.resume(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
  task.handle.destroy();
}
