// Second translation unit of two_units_fixed.cpp: one critical section.
#include "two_units.h"

int Range::sum() {
  std::lock_guard guard(m);
  return lo + hi;
}
