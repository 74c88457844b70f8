// Two accounts of one customer. total() takes the mutex once per account, so a transfer can run in between.
#include <mutex>
#include <thread>

struct Bank {
  std::mutex mutex;
  int checking = 100;
  int savings = 0;

  void transfer(int amount) {
    std::lock_guard<std::mutex> guard(mutex);
    checking -= amount;
    savings += amount;
  }

  int total() {
    int sum = 0;
    {
      std::lock_guard<std::mutex> guard(mutex);
      sum += checking;
    }
    std::lock_guard<std::mutex> guard(mutex);
    return sum + savings;
  }
};

int main() {
  Bank bank;
  std::thread clerk([&] { bank.transfer(30); });
  std::thread auditor([&] { bank.total(); });
  clerk.join();
  auditor.join();
}
