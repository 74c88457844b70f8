// Inline assembly changes the field.
// The assembly could be one access or many, or call anything.
// RUN: empire check %s --site=%s:@SITE --fields=n
// UNKNOWN: 1-11 because the tool does not read assembly, which may release the lock
// REASON: asm
#include <mutex>
#include <thread>

class Counter {
 public:
  void add() {
    std::lock_guard guard(m);
    asm volatile("incl %0" : "+m"(n));
  }

  int get() {
    std::lock_guard guard(m);
    return n;
  }

 private:
  std::mutex m;
  int n = 0;
};

int main() {
  Counter counter;  // @SITE
  std::thread writer([&] { counter.add(); });
  std::thread reader([&] { counter.get(); });
  writer.join();
  reader.join();
}
