// The unseen function is given a struct that holds a pointer to the object: it can follow the pointer.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// RUN: empire check %s --site=%s:@SITE --fields=n
// UNKNOWN: 1-11 because the unseen function can reach the counter through the holder
// REASON: inspect
#include <mutex>
#include <thread>

class Counter {
 public:
  void add() {
    std::lock_guard guard(m);
    n = n + 1;
  }

 private:
  std::mutex m;
  int n = 0;
};

struct Holder {
  Counter* counter = nullptr;
};
extern "C" void inspect(Holder* holder);

int main() {
  Counter counter;  // @SITE
  Holder holder{&counter};
  inspect(&holder);
  std::thread one([&] { counter.add(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
}
