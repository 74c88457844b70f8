#include "support/budget.h"

namespace empire {

const char* describe(Exhausted what) {
  switch (what) {
    case Exhausted::Nothing: return "nothing ran out";
    case Exhausted::Steps: return "the step limit was reached";
    case Exhausted::Bytes: return "the memory limit was reached (--memory)";
    case Exhausted::Cancelled: return "the time limit was reached (--timeout)";
  }
  return "";
}

}  // namespace empire
