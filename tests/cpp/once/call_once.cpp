// A hand-made flag in place of std::call_once: both threads may find it false.
// THREAD one: get{ W lo, W hi, R lo, R hi }
// THREAD one: get{ R lo, R hi }
// THREAD two: get{ W lo, W hi, R lo, R hi }
// THREAD two: get{ R lo, R hi }
// 4: both load; the other's value is read. 6: the other's two writes fall between mine. 8: the other reads between my
// writes. 9: the other loads between my reads. 7, 10 and 11 need opposite orders of the fields; 1 needs a read before
// a write, 2 two reads, 3 and 5 two writes of one field in a unit.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 4 6 8 9
// SAFE: rest
// WITNESS 6: @w1 @w1 @w2 @w2
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <mutex>
#include <thread>

class Config {
 public:
  int get() {
    if (!ready) {
      load();
      ready = true;
    }
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }

 private:
  void load() {
    lo = 1;  // @w1
    hi = 2;  // @w2
  }

  bool ready = false;
  int lo = 0;
  int hi = 0;
};

int main() {
  Config config;  // @SITE
  std::thread one([&] { config.get(); });
  std::thread two([&] { config.get(); });
  one.join();
  two.join();
}
