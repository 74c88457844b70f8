// longjmp leaves the critical section past the guard.
// The tool does not follow the jump, so it cannot say what is held afterwards.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// UNKNOWN: 1-11 because control flow through longjmp is not modelled
// REASON: longjmp
#include <csetjmp>
#include <mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::jmp_buf back;
    if (setjmp(back) != 0) return;
    m.lock();
    lo = v;
    if (v < 0) std::longjmp(back, 1);
    hi = v;
    m.unlock();
  }

  int sum() {
    std::lock_guard guard(m);
    return lo + hi;
  }

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
