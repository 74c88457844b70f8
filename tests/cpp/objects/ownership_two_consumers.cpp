// Two consumers take objects from one queue, and each changes the one that it got. Every object has one owner at a
// time; the tool does not count the elements of the queue.
// THREAD producer: Range{ W lo, W hi } set sent
// THREAD consumer: require sent, set{ W lo, W hi }
// An element is received once, so one consumer alone writes the object.
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// IMPRECISE: 6 because the tool does not know that an element leaves the queue when it is received, so two consumers may get the same object
// SAFE: rest
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
    for (int i = 0; i < 2; ++i) {
      Range* range = new Range;  // @SITE
      mailbox.send(range);
    }
  });
  std::thread consumers[2];
  for (std::thread& consumer : consumers) consumer = std::thread([&] { mailbox.receive()->set(7); });
  producer.join();
  for (std::thread& consumer : consumers) consumer.join();
}
