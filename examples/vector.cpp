// The 2007 paper's Fig. 1 in C++: the copy constructor takes the argument's mutex twice; clear() can run in between.
#include <mutex>
#include <thread>

class Vector {
 public:
  Vector() = default;
  Vector(const Vector& c) : count(c.size()), data(c.toArray()) {}
  ~Vector() { delete[] data; }
  void add(int value);
  void clear();
  int size() const;
  int* toArray() const;
  int first() const;

 private:
  mutable std::mutex mutex;
  int count = 0;
  int* data = nullptr;
};

int main() {
  Vector* v = new Vector();
  v->add(7);

  std::thread t1([v] { v->clear(); });

  std::thread t2([v] {
    Vector* w = new Vector(*v);
    if (w->size() > 0) w->first();
    delete w;
  });

  t1.join();
  t2.join();
  delete v;
}

void Vector::add(int value) {
  std::lock_guard<std::mutex> guard(mutex);
  if (data == nullptr) data = new int[8]{};
  data[count++] = value;
}

void Vector::clear() {
  std::lock_guard<std::mutex> guard(mutex);
  count = 0;
  delete[] data;
  data = nullptr;
}

int Vector::size() const {
  std::lock_guard<std::mutex> guard(mutex);
  return count;
}

int* Vector::toArray() const {
  std::lock_guard<std::mutex> guard(mutex);
  if (data == nullptr) return nullptr;
  int* copy = new int[8]{};
  for (int i = 0; i < 8; ++i) copy[i] = data[i];
  return copy;
}

int Vector::first() const {
  std::lock_guard<std::mutex> guard(mutex);
  return data[0];
}
