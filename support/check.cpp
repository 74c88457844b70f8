#include "support/check.h"

#include <cstdio>
#include <cstdlib>

namespace empire {

void checkFailed(const char* file, int line, const char* condition, const char* why) {
  std::fprintf(stderr, "empire: internal error at %s:%d: %s (%s)\n", file, line, why, condition);
  std::abort();
}

}  // namespace empire
