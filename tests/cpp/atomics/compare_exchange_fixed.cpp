// A compare-exchange loop: the loads that feed the compare count as part of the update that succeeds.
// THREAD one: add{ U n }
// THREAD two: add{ U n }
// If the compare succeeds, the value loaded is the value replaced, so load and exchange are one update (no ABA, an
// assumption that the answer states). A failed attempt only reads, and its value is not used but in the next compare.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <atomic>
#include <thread>

struct Limited {
  std::atomic<int> n{0};

  void add() {
    int old = n.load();
    while (!n.compare_exchange_weak(old, old < 9 ? old + 1 : 9)) {
    }
  }
};

int main() {
  Limited limited;  // @SITE
  std::thread one([&] { limited.add(); });
  std::thread two([&] { limited.add(); });
  one.join();
  two.join();
}
