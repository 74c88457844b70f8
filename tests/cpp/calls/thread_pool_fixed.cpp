// The counter has a mutex of its own; the mutex of the pool is not held while a task runs.
// THREAD one: add{ lock m, R n, W n, unlock m }
// THREAD two: add{ lock m, R n, W n, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=n
// SAFE: all
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(int size) {
    for (int i = 0; i < size; ++i) workers_.emplace_back([this] { work(); });
  }

  ~Pool() {
    submit(nullptr);
    for (std::thread& worker : workers_) worker.join();
  }

  void submit(std::function<void()> task) {
    std::lock_guard guard(m_);
    tasks_.push(std::move(task));
    changed_.notify_all();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(m_);
        changed_.wait(lock, [this] { return !tasks_.empty(); });
        if (tasks_.front() == nullptr) return;
        task = std::move(tasks_.front());
        tasks_.pop();
      }
      task();
    }
  }

  std::mutex m_;
  std::condition_variable changed_;
  std::queue<std::function<void()>> tasks_;
  std::vector<std::thread> workers_;
};

struct Counter {
  std::mutex m;
  int n = 0;

  void add() {
    std::lock_guard guard(m);
    int old = n;
    n = old + 1;
  }
};

int main() {
  Counter counter;  // @SITE
  Pool pool(2);
  for (int i = 0; i < 4; ++i) pool.submit([&counter] { counter.add(); });
}
