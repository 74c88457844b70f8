// Second translation unit of two_units.cpp: two critical sections.
#include "two_units.h"

int Range::sum() {
  int a = getLo();
  int b = getHi();
  return a + b;
}
