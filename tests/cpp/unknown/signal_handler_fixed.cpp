// The signal handler sets a flag and does not touch the object.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// KNOWNBUG: any signal handler makes the answer unknown, also one that cannot reach the object
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
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

static volatile std::sig_atomic_t interrupted = 0;

static void onSignal(int) { interrupted = 1; }

int main() {
  std::signal(SIGINT, onSignal);
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
