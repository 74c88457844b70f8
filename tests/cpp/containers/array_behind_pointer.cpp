// A field that points to an array: the elements belong to the field.
// THREAD writer: put{ lock m, R used, R data, W data, W used, unlock m }
// THREAD reader: last{ lock m, R used, unlock m, lock m, R data, R data, unlock m }
// THREAD reader: last{ lock m, R used, unlock m, lock m, unlock m }
// put() reads used and data, writes an element of data and writes used; last() reads used, then (perhaps) data: the
// pointer and an element. 9: put() between the two reads of last(). 2 needs two reads of data in last() on both sides
// of put(), but both are in one critical section. 1, 3 to 5 and 8, 10, 11 need put() to be interrupted, which its lock
// excludes; 6 and 7 need two writers.
// RUN: empire check %s --site=%s:@SITE --fields=data,used
// VIOLATION: 9
// SAFE: rest
#include <mutex>
#include <thread>

class Buffer {
 public:
  Buffer() : data(new int[4]{}) {}
  ~Buffer() { delete[] data; }
  Buffer(const Buffer&) = delete;

  void put(int v) {
    std::lock_guard guard(m);
    data[used] = v;  // @w1
    used = 1;        // @w2
  }

  int last() {
    m.lock();
    int count = used;  // @r1
    m.unlock();        // @gap
    std::lock_guard guard(m);
    return count == 0 ? -1 : data[0];  // @r2
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
