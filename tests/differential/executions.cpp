#include "tests/differential/executions.h"

#include <array>

#include "esl/builder.h"
#include "support/check.h"

namespace empire::test {

namespace {

// The table of docs/scenarios.md, written out by hand: what the accesses are, who makes them
// (u: the first unit, p: the other, primed one), and to which location.
struct Law {
  int scenario;
  std::string_view kind;
  std::string_view who;
  std::string_view where;
};

constexpr std::array<Law, 14> kLaws = {{
    {1, "RWW", "upu", "111"},
    {2, "RWR", "upu", "111"},
    {3, "WRW", "upu", "111"},
    {4, "WWR", "upu", "111"},
    {5, "WWW", "upu", "111"},
    {6, "WWWW", "uppu", "1122"},
    {6, "WWWW", "uppu", "1212"},
    {7, "WWWW", "upup", "1221"},
    {8, "WRRW", "uppu", "1122"},
    {8, "WRRW", "uppu", "1212"},
    {9, "RWWR", "uppu", "1122"},
    {9, "RWWR", "uppu", "1212"},
    {10, "RWRW", "upup", "1221"},
    {11, "WRWR", "upup", "1221"},
}};

struct Event {
  int process;
  int unit;  // number of the unit in its process
  int location;
  bool reads;
  bool writes;
};

// Do the chosen events, in this order, play the law?
bool plays(const Law& law, const std::vector<Event>& events, const std::array<std::size_t, 4>& chosen) {
  const Event* unprimed = nullptr;
  const Event* primed = nullptr;
  std::array<int, 2> locations = {-1, -1};
  for (std::size_t i = 0; i < law.kind.size(); ++i) {
    const Event& event = events[chosen[i]];
    if (law.kind[i] == 'R' ? !event.reads : !event.writes) return false;
    const Event*& unit = law.who[i] == 'u' ? unprimed : primed;
    if (unit == nullptr) unit = &event;
    if (unit->process != event.process || unit->unit != event.unit) return false;
    int& location = locations[law.where[i] == '1' ? 0 : 1];
    if (location < 0) location = event.location;
    if (location != event.location) return false;
  }
  return unprimed->process != primed->process && locations[0] != locations[1];
}

bool contains(const Law& law, const std::vector<Event>& events) {
  const std::size_t n = events.size();
  std::array<std::size_t, 4> at{};
  for (at[0] = 0; at[0] < n; ++at[0]) {
    for (at[1] = at[0] + 1; at[1] < n; ++at[1]) {
      for (at[2] = at[1] + 1; at[2] < n; ++at[2]) {
        if (law.kind.size() == 3) {
          if (plays(law, events, at)) return true;
          continue;
        }
        for (at[3] = at[2] + 1; at[3] < n; ++at[3]) {
          if (plays(law, events, at)) return true;
        }
      }
    }
  }
  return false;
}

// Runs all interleavings, depth first. An execution that cannot go on is looked at; its prefixes need not be,
// because accesses that occur in a prefix occur in the whole.
class Runner {
 public:
  explicit Runner(const Script& script) : texts_{script.first, script.second} {}

  std::uint32_t run() {
    explore(State{});
    return found_;
  }

 private:
  struct State {
    std::array<std::size_t, 2> at{};
    std::array<int, 2> depth{};
    std::array<int, 2> unit{};
    int holder = -1;
  };

  // One step of a process. Returns: whether it can be made.
  bool step(State& state, int p);
  void explore(const State& state);

  std::array<std::string_view, 2> texts_;
  std::vector<Event> events_;
  std::uint32_t found_ = 0;
};

bool Runner::step(State& state, int p) {
  const auto i = static_cast<std::size_t>(p);
  if (state.at[i] == texts_[i].size()) return false;
  const char c = texts_[i][state.at[i]];
  switch (c) {
    case '[':
      if (state.depth[i]++ == 0) ++state.unit[i];
      break;
    case ']':
      if (state.depth[i] == 0) return false;
      --state.depth[i];
      break;
    case '|': ++state.unit[i]; break;
    case '(':
      if (state.holder != -1) return false;
      state.holder = p;
      break;
    case ')':
      if (state.holder != p) return false;
      state.holder = -1;
      break;
    default: {
      const bool onB = c == 'R' || c == 'W' || c == 'U';
      const bool update = c == 'u' || c == 'U';
      const bool write = c == 'w' || c == 'W';
      if (state.depth[i] > 0) events_.push_back({p, state.unit[i], onB ? 1 : 0, update || !write, update || write});
    }
  }
  ++state.at[i];
  return true;
}

void Runner::explore(const State& state) {
  bool stuck = true;
  for (int p = 0; p < 2; ++p) {
    State next = state;
    const std::size_t before = events_.size();
    if (!step(next, p)) continue;
    stuck = false;
    explore(next);
    events_.resize(before);
  }
  if (!stuck) return;
  for (const Law& law : kLaws) {
    if ((found_ >> law.scenario & 1U) == 0 && contains(law, events_)) found_ |= 1U << law.scenario;
  }
}

void append(esl::FunctionBuilder& body, std::string_view text) {
  for (char c : text) {
    const std::uint32_t location = c == 'R' || c == 'W' || c == 'U' ? 1 : 0;
    switch (c) {
      case '[': body.add(esl::Op::UnitBegin); break;
      case ']': body.add(esl::Op::UnitEnd); break;
      case '|': body.add(esl::Op::UnitSplit); break;
      case '(': body.add(esl::Op::Lock, 0); break;
      case ')': body.add(esl::Op::Unlock, 0); break;
      case 'r':
      case 'R': body.add(esl::Op::Read, location); break;
      case 'w':
      case 'W': body.add(esl::Op::Write, location); break;
      case 'u':
      case 'U': body.add(esl::Op::Update, location); break;
      default: EMPIRE_CHECK(false, "not a character of a script");
    }
  }
  body.add(esl::Op::Return);
}

}  // namespace

esl::Module moduleOf(const Script& script) {
  esl::ModuleBuilder builder;
  builder.location("a");
  builder.location("b");
  builder.lock("m");
  const esl::ProcessId main = builder.process("main");
  const esl::ProcessId other = builder.process("other");
  esl::FunctionBuilder& body = builder.body(main, builder.function(main, "run"));
  body.add(esl::Op::Start, other.raw);
  append(body, script.first);
  append(builder.body(other, builder.function(other, "run")), script.second);
  return builder.finish();
}

std::uint32_t scenariosByBruteForce(const Script& script) { return Runner(script).run(); }

}  // namespace empire::test
