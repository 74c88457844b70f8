// Objects of one site in a vector of pointers; both threads go through all of them.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, unlock m, lock m, R hi, unlock m }
// 9: the writer runs between the two reads. 8, 10 and 11 need a read between the writer's two writes, which the lock
// excludes. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing units. What happens to the other
// objects of the site is no access to this one.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 9
// SAFE: rest
// WITNESS 9: @r1 @w1 @w2 @r2
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    lo = v;  // @w1
    hi = v;  // @w2
  }

  int sum() {
    m.lock();
    int a = lo;  // @r1
    m.unlock();  // @gap
    m.lock();
    int b = hi;  // @r2
    m.unlock();
    return a + b;
  }

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};

int main() {
  std::vector<std::unique_ptr<Range>> ranges;
  for (int i = 0; i < 3; ++i) ranges.push_back(std::make_unique<Range>());  // @SITE
  std::thread writer([&] {
    for (auto& range : ranges) range->set(7);
  });
  std::thread reader([&] {
    for (auto& range : ranges) range->sum();
  });
  writer.join();
  reader.join();
}
