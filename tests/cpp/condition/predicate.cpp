// take() waits with a predicate, then unlocks, reads the value and locks again.
// THREAD producer: put{ lock m, W value, W full, unlock m }
// THREAD consumer: take{ lock m, R full, unlock m, R value, lock m, W full, unlock m }
// THREAD consumer: take{ lock m, R full, split, unlock m, lock m, R full, unlock m, R value, lock m, W full, unlock m }
// Let p be the check of full, v the read of value, c the write of full; p and c are locked, v is not. 1: put() between
// p and c. 9: put() between p and v. 10: put() writes value between p and v and full after v. 2 needs a second read of
// one field after the split, 3 to 5 a second write or a read after c, 6 and 7 two written fields in take(), 8 and 11
// the read p, which is locked and comes first, inside put().
// RUN: empire check %s --site=%s:@SITE --fields=value,full
// VIOLATION: 1 9 10
// SAFE: rest
// WITNESS 1: @p @w2 @c
// WITNESS 9: @p @w1 @w2 @v
// WITNESS 10: @p @w1 @v @w2
#include <condition_variable>
#include <mutex>
#include <thread>

class Slot {
 public:
  void put(int v) {
    std::lock_guard guard(m);
    value = v;    // @w1
    full = true;  // @w2
    changed.notify_one();
  }

  int take() {
    std::unique_lock lock(m);
    changed.wait(lock, [this] { return full; });  // @p
    lock.unlock();                                // @gap
    int v = value;                                // @v
    lock.lock();
    full = false;  // @c
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
