// A class in a header, used from two translation units.
#pragma once
#include <mutex>

class Range {
 public:
  void set(int v) {
    std::lock_guard guard(m);
    lo = v;  // @w1
    hi = v;  // @w2
  }

  int getLo() {
    std::lock_guard guard(m);
    return lo;  // @r1
  }

  int getHi() {
    std::lock_guard guard(m);
    return hi;  // @r2
  }

  int sum();

 private:
  std::mutex m;
  int lo = 0;
  int hi = 0;
};
