// refresh() looks under a shared lock and writes under an exclusive one; another thread gets in between.
// THREAD one: refresh{ lockS m, R n, unlock m, lock m, W n, unlock m }
// THREAD two: refresh{ lockS m, R n, unlock m, lock m, W n, unlock m }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @w @w
#include <mutex>
#include <shared_mutex>
#include <thread>

class Version {
 public:
  void refresh() {
    int old = 0;
    {
      std::shared_lock reading(m);
      old = n;  // @r
    }  // @gap
    std::unique_lock writing(m);
    n = old + 1;  // @w
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
