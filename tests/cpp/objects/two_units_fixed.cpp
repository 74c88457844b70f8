// The same main with a sum() that holds the lock over both reads.
// THREAD writer: set{ lock m, W lo, W hi, unlock m }
// THREAD reader: sum{ lock m, R lo, R hi, unlock m }
// One lock is held from the first to the last access of every unit, so units of two threads do not overlap.
// FILES: two_units_sum_fixed.cpp
// RUN: empire check %s --site=%s:@SITE --fields=lo,hi
// SAFE: all
#include <thread>

#include "two_units.h"

int main() {
  Range range;  // @SITE
  std::thread writer([&] { range.set(7); });
  std::thread reader([&] { range.sum(); });
  writer.join();
  reader.join();
}
