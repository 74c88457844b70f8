// refresh() reads and writes under one exclusive lock.
// THREAD one: refresh{ lock m, R n, W n, unlock m }
// THREAD two: refresh{ lock m, R n, W n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <mutex>
#include <shared_mutex>
#include <thread>

class Version {
 public:
  void refresh() {
    std::unique_lock writing(m);
    int old = n;
    n = old + 1;
  }

 private:
  std::shared_mutex m;
  int n = 0;
};

int main() {
  Version version;  // @SITE
  std::thread one([&] { version.refresh(); });
  std::thread two([&] { version.refresh(); });
  one.join();
  two.join();
}
