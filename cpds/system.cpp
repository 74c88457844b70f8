#include "cpds/system.h"

#include <algorithm>

namespace empire::cpds {

std::vector<ActionId> alphabetOf(const Process& process) {
  std::vector<ActionId> alphabet;
  for (const Rule& rule : process.pds.rules()) {
    if (rule.action.valid()) alphabet.push_back(rule.action);
  }
  std::sort(alphabet.begin(), alphabet.end());
  alphabet.erase(std::unique(alphabet.begin(), alphabet.end()), alphabet.end());
  return alphabet;
}

}  // namespace empire::cpds
