// A semaphore that starts at 0 tells the reader that the writer is done. The program is safe; the tool ignores this
// ordering.
// THREAD writer: set{ W lo, W hi, set written }
// THREAD reader: sum{ require written, R lo, R hi }
// The reads come after the release, which comes after the writes.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// IMPRECISE: 8 9 because a semaphore that does not start at 1 orders nothing in the model
// SAFE: rest
#include <semaphore>
#include <thread>

class Range {
 public:
  void set(int v) {
    lo = v;
    hi = v;
    written.release();
  }

  int sum() {
    written.acquire();
    return lo + hi;
  }

 private:
  std::binary_semaphore written{0};
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
