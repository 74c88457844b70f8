// The producer sends the object after its last access.
// THREAD producer: set{ W lo, W hi } set sent
// THREAD consumer: require sent, sum{ R lo, R hi }
// The consumer can find the object only after it was sent, and the producer does not touch it after that.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

struct Range {
  int lo = 0;
  int hi = 0;

  void set(int v) {
    lo = v;
    hi = v;
  }

  int sum() const {
    int a = lo;
    int b = hi;
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
    range->set(7);
    mailbox.send(range);
  });
  std::thread consumer([&] { mailbox.receive()->sum(); });
  producer.join();
  consumer.join();
}
