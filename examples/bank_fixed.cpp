// Two accounts of one customer. total() holds the mutex while it reads both, so no transfer can run in between.
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
    std::lock_guard<std::mutex> guard(mutex);
    int sum = 0;
    sum += checking;
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
