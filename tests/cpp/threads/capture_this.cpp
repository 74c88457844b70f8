// A method starts threads with lambdas that capture this. The lambdas run in no unit of their own: add() is the unit.
// THREAD one: add{ R n, W n }
// THREAD two: add{ R n, W n }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields. addTwice() is a unit
// of main without accesses.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @w @w
#include <mutex>
#include <thread>

class Counter {
 public:
  void addTwice() {
    std::thread one([this] { add(); });
    std::thread two([this] { add(); });
    one.join();
    two.join();
  }

 private:
  void add() {
    int old = n;  // @r @gap
    n = old + 1;  // @w
  }

  std::mutex m;
  int n = 0;
};

int main() {
  Counter counter;  // @SITE
  counter.addTwice();
}
