// add() computes from a loaded value and exchanges without comparing.
// THREAD one: add{ R n, U n }
// THREAD two: add{ R n, U n }
// 1: the other's update falls between my read and my update. 2: the same, with my update as the second read. 3 to 5
// need a write before my last access, but the update is the only write and comes last; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1 2
// SAFE: rest
// WITNESS 1: @r @w @w
// WITNESS 2: @r @w @w
#include <atomic>
#include <thread>

struct Limited {
  std::atomic<int> n{0};

  void add() {
    int old = n.load();                 // @r @gap
    n.exchange(old < 9 ? old + 1 : 9);  // @w
  }
};

int main() {
  Limited limited;  // @SITE
  std::thread one([&] { limited.add(); });
  std::thread two([&] { limited.add(); });
  one.join();
  two.join();
}
