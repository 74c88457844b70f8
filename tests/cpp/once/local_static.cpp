// A function-local static object that is filled under a hand-made flag.
// THREAD one: load{ W lo, W hi } sum{ R lo, R hi }
// THREAD one: sum{ R lo, R hi }
// THREAD two: load{ W lo, W hi } sum{ R lo, R hi }
// THREAD two: sum{ R lo, R hi }
// 6: two load() at once. 8: sum() between the writes of load(). 9: load() between the reads of sum(). 1 to 5 need a
// unit that accesses one field twice; 7, 10 and 11 opposite orders.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 6 8 9
// SAFE: rest
// WITNESS 6: @w1 @w1 @w2 @w2
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <cstdlib>
#include <thread>

class Config {
 public:
  void load() {
    lo = std::rand();  // @w1
    hi = std::rand();  // @w2
  }

  int sum() const {
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }

 private:
  int lo = 0;
  int hi = 0;
};

static Config& instance() {
  static Config config;  // @SITE
  static bool ready = false;
  if (!ready) {
    config.load();
    ready = true;
  }
  return config;
}

int main() {
  std::thread one([] { instance().sum(); });
  std::thread two([] { instance().sum(); });
  one.join();
  two.join();
}
