// A signal handler reads the object; it may run in any thread at any time.
// The handler may run between the two writes, in the writer's own thread or in another.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// UNKNOWN: 1-11 because a signal handler that reaches the object is not modelled
// REASON: signal
#include <csignal>
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    lo = v;
    hi = v;
  }

  int sum() {
    std::lock_guard guard(m);
    return lo + hi;
  }

  int peek() const { return lo + hi; }

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

static Range range;  // @SITE

static void onSignal(int) { range.peek(); }

int main() {
  std::signal(SIGINT, onSignal);
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
