// last() reads both under one lock.
// THREAD writer: put{ lock m, R used, R data, W data, W used, unlock m }
// THREAD reader: last{ lock m, R used, R data, R data, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// RUN: empire check %s --site=%s:@SITE --fields=data,used
// SAFE: all
#include <mutex>
#include <thread>

class Buffer {
 public:
  Buffer() : data(new int[4]{}) {}
  ~Buffer() { delete[] data; }
  Buffer(const Buffer&) = delete;

  void put(int v) {
    std::lock_guard guard(m);
    data[used] = v;
    used = 1;
  }

  int last() {
    std::lock_guard guard(m);
    int count = used;
    return count == 0 ? -1 : data[0];
  }

 private:
  std::mutex m;
  int* data;
  int used = 0;
};

int main() {
  Buffer buffer;  // @SITE
  std::thread writer([&] { buffer.put(7); });
  std::thread reader([&] { buffer.last(); });
  writer.join();
  reader.join();
}
