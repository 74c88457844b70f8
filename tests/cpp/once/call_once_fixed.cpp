// std::call_once runs load() for one thread and lets the other wait for it.
// THREAD one: get{ W lo, W hi, set done, R lo, R hi }
// THREAD two: get{ require done, R lo, R hi }
// Only one thread runs the initialisation, and everybody reads after it has ended. (The lines show one of the two
// symmetric cases.)
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <mutex>
#include <thread>

class Config {
 public:
  int get() {
    std::call_once(once, [this] { load(); });
    int a = lo;
    int b = hi;
    return a + b;
  }

 private:
  void load() {
    lo = 1;
    hi = 2;
  }

  std::once_flag once;
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
