// vector.cpp repaired: the copy constructor holds the argument's mutex while it reads both fields,
// so clear() runs before or after it.
#include <mutex>
#include <thread>

class Vector {
 public:
  Vector() = default;
  Vector(const Vector& c);
  ~Vector() { delete[] data; }
  void add(int value);
  void clear();
  int size() const;
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

Vector::Vector(const Vector& c) {
  std::lock_guard<std::mutex> guard(c.mutex);
  count = c.count;
  if (c.data == nullptr) return;
  data = new int[8]{};
  for (int i = 0; i < 8; ++i) data[i] = c.data[i];
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

int Vector::first() const {
  std::lock_guard<std::mutex> guard(mutex);
  return data[0];
}
