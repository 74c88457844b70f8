// A thread-local variable adds to the counter when its thread ends. Such destructors are not followed.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// RUN: empire check %s --site=%s:@SITE --fields=n
// UNKNOWN: 1-11 because the destructor runs where no call shows it
// REASON: thread-local
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

struct AtExit {
  Counter* counter = nullptr;
  ~AtExit() {
    if (counter != nullptr) counter->add();
  }
};
thread_local AtExit atExit;

int main() {
  Counter counter;  // @SITE
  std::thread one([&] { atExit.counter = &counter; });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
