// The constructor of a function-local static runs once, and the other thread waits for it.
// THREAD one: Config{ W lo, W hi } set done, sum{ R lo, R hi }
// THREAD two: require done, sum{ R lo, R hi }
// Only one thread runs the initialisation, and everybody reads after it has ended. (The lines show one of the two
// symmetric cases.)
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <cstdlib>
#include <thread>

class Config {
 public:
  Config() {
    lo = std::rand();
    hi = std::rand();
  }

  int sum() const {
    int a = lo;
    int b = hi;
    return a + b;
  }

 private:
  int lo = 0;
  int hi = 0;
};

static Config& instance() {
  static Config config;  // @SITE
  return config;
}

int main() {
  std::thread one([] { instance().sum(); });
  std::thread two([] { instance().sum(); });
  one.join();
  two.join();
}
