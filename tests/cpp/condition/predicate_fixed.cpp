// take() keeps the lock from the last check of the predicate to its write. The wait splits the unit; with
// --wait=strict what was seen before the wait counts too.
// THREAD producer: put{ lock m, W value, W full, unlock m }
// THREAD consumer: take{ lock m, R full, R value, W full, unlock m }
// THREAD consumer: take{ lock m, R full, split, unlock m, lock m, R full, R value, W full, unlock m }
// Split: each part of take() is one critical section, so all eleven are safe. Strict: a put() during the wait stands
// between the first check and everything after it: 1 (check, put, full = false), 2 (check, put, check), 9 (check, put,
// read of value). 10 needs put() to be half done at the read of value, which the lock excludes, as it does 8 and 11. 3
// to 7 need a second write in take().
// RUN: empire check %s --site=%s:@SITE --fields=value,full
// SAFE: all
// RUN: empire check %s --site=%s:@SITE --fields=value,full --wait=strict
// VIOLATION: 1 2 9
// SAFE: rest
#include <condition_variable>
#include <mutex>
#include <thread>

class Slot {
 public:
  void put(int v) {
    std::lock_guard guard(m);
    value = v;
    full = true;
    changed.notify_one();
  }

  int take() {
    std::unique_lock lock(m);
    changed.wait(lock, [this] { return full; });
    int v = value;
    full = false;
    return v;
  }

 private:
  std::mutex m;
  std::condition_variable changed;
  int value = 0;
  bool full = false;
};

int main() {
  Slot slot;  // @SITE
  std::thread producer([&] { slot.put(7); });
  std::thread consumer([&] { slot.take(); });
  producer.join();
  consumer.join();
}
