#include "esl/question.h"

#include <algorithm>

namespace empire::esl {

bool asksAbout(const Question& question, ProcessId process) {
  return question.processes.empty() ||
         std::binary_search(question.processes.begin(), question.processes.end(), process);
}

bool asksAbout(const Question& question, LocationId location) {
  return question.locations.empty() ||
         std::binary_search(question.locations.begin(), question.locations.end(), location);
}

Question everything() {
  Question question;
  for (const ScenarioInfo& scenario : scenarios()) question.scenarios.push_back(scenario.number);
  return question;
}

}  // namespace empire::esl
