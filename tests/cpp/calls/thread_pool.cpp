// A thread pool with a task queue runs tasks that change one counter without a lock.
// THREAD one: add{ R n, W n }
// THREAD two: add{ R n, W n }
// 1: the write of the other thread falls between this read and this write. 2 to 5 need a second read or write of the
// field in one unit after the other's access, or a read after a write; 6 to 11 need two fields.
// RUN: empire check %s --site=%s:@SITE --fields=n
// VIOLATION: 1
// SAFE: rest
// WITNESS 1: @r @w @w
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
    int old = n;  // @r @gap
    n = old + 1;  // @w
  }
};

int main() {
  Counter counter;  // @SITE
  Pool pool(2);
  for (int i = 0; i < 4; ++i) pool.submit([&counter] { counter.add(); });
}
