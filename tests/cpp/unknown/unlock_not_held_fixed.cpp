// The thread that takes the mutex gives it back.
// THREAD main: start writer, join writer, start reader, join reader
// THREAD writer: open{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <thread>

class Range {
 public:
  void open(int v) {
    m.lock();
    lo = v;
    hi = v;
    m.unlock();
  }

  void close() {}

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
  std::thread writer([&] { range.open(7); });
  writer.join();
  std::thread closer([&] { range.close(); });
  std::thread reader([&] { range.sum(); });
  closer.join();
  reader.join();
}
