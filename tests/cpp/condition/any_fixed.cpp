// get() keeps the shared lock over both reads, after the wait.
// THREAD writer: set{ lock m, W lo, W hi, unlock m } set{ lock m, W lo, W hi, unlock m }
// THREAD reader: get{ lockS m, split, unlock m, lockS m, R lo, R hi, unlock m }
// THREAD reader: get{ lockS m, R lo, R hi, unlock m }
// The reads are in one shared critical section, set() is exclusive. The wait splits the unit before any access.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

class Range {
 public:
  void set(int v) {
    std::unique_lock lock(m);
    lo = v;
    hi = v;
    ready = true;
    changed.notify_all();
  }

  int get() {
    std::shared_lock lock(m);
    while (!ready) changed.wait(lock);
    int a = lo;
    int b = hi;
    lock.unlock();
    return a + b;
  }

 private:
  std::shared_mutex m;
  std::condition_variable_any changed;
  bool ready = false;
  int lo = 0;
  int hi = 0;
};

int main() {
  Range range;  // @SITE
  std::thread writer([&] {
    range.set(7);
    range.set(8);
  });
  std::thread reader([&] { range.get(); });
  writer.join();
  reader.join();
}
