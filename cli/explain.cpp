#include "cli/explain.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "esl/scenario.h"
#include "report/words.h"
#include "support/check.h"

namespace empire::cli {

namespace {

/// A small program for a scenario: one line of code for each access of its first pattern.
struct Example {
  std::string_view story;
  std::string_view x;  // l1, or l
  std::string_view y;  // l2
  std::array<std::string_view, 4> code;
};

constexpr std::array<Example, 11> kExamples = {{
    {"Two tellers pay into one account. Each reads the balance, adds, and writes the sum.",
     "balance",
     "",
     {"old = balance;", "balance = 70;", "balance = old + 10;", ""}},
    {"A reader asks for the size twice, once to allocate and once to copy.",
     "size",
     "",
     {"buf = alloc(size);", "size = 9;", "copy(buf, size);", ""}},
    {"A writer passes through a state that is not meant for others: it clears the list before it fills it.",
     "list",
     "",
     {"list = empty;", "show(list);", "list = fresh;", ""}},
    {"A thread stores its request in a shared slot and reads it back to send it.",
     "slot",
     "",
     {"slot = mine;", "slot = other;", "send(slot);", ""}},
    {"A job marks itself busy, then done; a cancellation that comes in between is forgotten.",
     "status",
     "",
     {"status = BUSY;", "status = CANCEL;", "status = DONE;", ""}},
    {"Two threads each store a name and its length; together they must fit.",
     "name",
     "length",
     {"name = \"Al\";", "name = \"Robert\";", "length = 6;", "length = 2;"}},
    {"Two threads store a range; one begins with its low end, the other with its high end.",
     "low",
     "high",
     {"low = 10;", "high = 5;", "high = 20;", "low = 0;"}},
    {"One thread moves a point; another draws it meanwhile.", "px", "py", {"px = 7;", "a = px;", "b = py;", "py = 7;"}},
    {"One thread pops from a stack: it reads the count, then the array. Another thread clears the stack meanwhile.",
     "count",
     "data",
     {"n = count;", "count = 0;", "data = nullptr;", "use(data[n - 1]);"}},
    {"One thread replaces a buffer and its length; another reads both in between.",
     "length",
     "buffer",
     {"n = length;", "buffer = small;", "fill(buffer, n);", "length = 4;"}},
    {"One thread moves money between two accounts; another adds them up, in the other order.",
     "savings",
     "wallet",
     {"savings -= 50;", "sum = wallet;", "wallet += 50;", "sum += savings;"}},
}};

constexpr std::size_t kLane = 34;

const esl::ScenarioInfo& infoOf(int scenario) {
  EMPIRE_CHECK(scenario >= 1 && scenario <= static_cast<int>(kExamples.size()), "no such scenario");
  return esl::scenarios()[static_cast<std::size_t>(scenario) - 1];
}

std::string drawPattern(const esl::Pattern& pattern, const Example& example) {
  std::string text = fmt::format("  {:<{}}{}\n", "a unit of thread T", kLane, "a unit of thread U");
  for (std::size_t i = 0; i < pattern.roles.size(); ++i) {
    const esl::Role role = pattern.roles[i];
    text += fmt::format("  {:<{}}{:<8}{}\n", "", role.primed ? kLane : 0, esl::nameOf(role, pattern.twoLocations),
                        example.code[i]);
  }
  return text;
}

}  // namespace

std::string listScenarios() {
  std::string text = "What one unit of work and, primed, a unit of another thread do to each other:\n\n";
  for (const esl::ScenarioInfo& info : esl::scenarios()) {
    const std::string_view accesses = info.accesses.substr(0, info.accesses.find(" | "));
    text += fmt::format("{:>3} {:<17} {}: {}\n", info.number, info.name, accesses, info.meaning);
  }
  return text + "\nempire explain N draws one and tells an example.\n";
}

std::string explainScenario(int scenario) {
  const esl::ScenarioInfo& info = infoOf(scenario);
  const Example& example = kExamples[static_cast<std::size_t>(scenario) - 1];
  const std::vector<esl::Pattern> patterns = esl::patternsOf(scenario);
  std::string text = fmt::format("scenario {} ({}): {}\n\n", info.number, info.name, info.meaning);
  text += report::wrapped(example.story, 0) + "\n";
  text += drawPattern(patterns.front(), example) + "\n";
  text += report::wrapped(report::whatGoesWrong(scenario, "T", "U", example.x, example.y), 0) + "\n";
  const std::string where = patterns.front().twoLocations
                                ? fmt::format("l1 is {}, l2 is {}, or the other way round", example.x, example.y)
                                : fmt::format("l is {}", example.x);
  text += report::wrapped(where + "; other steps may come in between. Both units must be whole units of work: " +
                              "one lock held for the whole of each unit makes this impossible.",
                          0);
  if (patterns.size() > 1) {
    std::string other;
    for (const esl::Role role : patterns[1].roles) {
      other += (other.empty() ? "" : " ") + std::string(esl::nameOf(role, true));
    }
    text += report::wrapped("The order " + other + " counts as well.", 0);
  }
  return text + fmt::format("In Hammer et al. (2008) this is pattern {}.\n", info.hammer);
}

}  // namespace empire::cli
