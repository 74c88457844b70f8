// Ownership is handed over through a queue, but the producer goes on writing.
// THREAD producer: set sent, set{ W lo, W hi }
// THREAD consumer: require sent, sum{ R lo, R hi }
// 8: both reads fall between the two writes. 9: both writes fall between the two reads. 10 and 11 need reader and
// writer to take the fields in opposite orders. 1 to 5 need a unit that accesses one field twice, 6 and 7 two writing
// units.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// VIOLATION: 8 9
// SAFE: rest
// WITNESS 8: @w1 @r1 @r2 @w2
// WITNESS 9: @r1 @w1 @w2 @r2
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;

  void set(int v) {
    lo = v;  // @w1
    hi = v;  // @w2
  }

  int sum() const {
    int a = lo;  // @r1
    int b = hi;  // @r2
    return a + b;
  }
};

class Mailbox {
 public:
  void send(Range* range) {
    std::lock_guard guard(m_);
    ranges_.push(range);
    changed_.notify_one();
  }

  Range* receive() {
    std::unique_lock lock(m_);
    changed_.wait(lock, [this] { return !ranges_.empty(); });
    Range* range = ranges_.front();
    ranges_.pop();
    return range;
  }

 private:
  std::mutex m_;
  std::condition_variable changed_;
  std::queue<Range*> ranges_;
};

int main() {
  Mailbox mailbox;
  std::thread producer([&] {
    Range* range = new Range;  // @SITE
    mailbox.send(range);
    range->set(7);
  });
  std::thread consumer([&] { mailbox.receive()->sum(); });
  producer.join();
  consumer.join();
}
