// A row holds one step of one thread, so a lane is an indentation: text may run on to the right. That
// keeps many threads and long names readable in 80 columns.
#include "report/lanes.h"

#include <algorithm>
#include <set>
#include <vector>

#include "report/escape.h"

namespace empire::report {

namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kLastLane = 36;     // columns kept for the text of the last lane
constexpr std::size_t kFirstLane = 14;    // the lane before it begins at least so far to its left
constexpr std::size_t kWidestLane = 34;   // and at most so far
constexpr std::size_t kWidestThird = 14;  // the same for the lanes of third threads
constexpr std::size_t kManyRows = 60;     // more rows than this are cut
constexpr std::size_t kAround = 6;        // rows kept before and after an access of the scenario

bool isAccess(const Step& step) { return step.action == "read" || step.action == "write" || step.action == "update"; }

bool isLockOperation(const Step& step) {
  return step.action == "lock" || step.action == "unlock" || step.action == "trylock" || step.action == "wait";
}

// Calls and returns are in the stacks; inner units, units of third threads and accesses to other
// locations change nothing.
bool matters(const Step& step, const Witness& witness) {
  if (!step.role.empty()) return true;
  const bool actor = step.thread == witness.first || step.thread == witness.second;
  if (isAccess(step)) return actor && (step.target == witness.l1 || step.target == witness.l2);
  if (step.action == "begin") return actor && step.unit && step.unit->depth == 1;
  if (step.action == "end") return actor && step.unit && step.unit->depth == 0;
  if (step.action == "split") return actor && step.unit.has_value();
  return step.action != "call" && step.action != "return";
}

std::string heldText(const Step& step) {
  if (step.held.empty() || (step.role.empty() && !isLockOperation(step))) return "";
  std::string text = "  {";
  for (const std::string& lock : step.held) {
    if (text.size() > 3) text += ", ";
    text += printable(lock);
    const bool shared = std::find(step.heldShared.begin(), step.heldShared.end(), lock) != step.heldShared.end();
    if (shared) text += " shared";
  }
  return text + "}";
}

std::string cellText(const Step& step) {
  std::string text;
  if (!step.role.empty()) text += step.role + " ";
  if (!step.role.empty() && !step.text.empty()) {  // the role says what the source text does, and to what
    text += printable(step.text);
  } else {
    text += step.action;
    if (!step.target.empty()) text += " " + printable(step.target);
  }
  if (step.shared) text += " shared";
  if (!step.outcome.empty()) text += ": " + step.outcome;
  if (step.may) text += " (may)";
  return text;
}

struct Lane {
  std::string thread;
  std::size_t at = 0;  // columns to the right of the first lane
};

struct Table {
  std::vector<std::size_t> rows;  // indices of steps
  std::vector<Lane> lanes;        // third threads first
  bool oneFile = true;
  std::size_t stepWidth = 4;
  std::size_t placeWidth = 4;
};

std::string placeText(const Table& table, const Step& step) {
  const std::string line = step.where.line == 0 ? "-" : std::to_string(step.where.line);
  return table.oneFile ? line : printable(step.where.file) + ":" + line;
}

bool has(const std::vector<Lane>& lanes, const std::string& thread) {
  return std::any_of(lanes.begin(), lanes.end(), [&](const Lane& lane) { return lane.thread == thread; });
}

// Third threads get narrow lanes on the left, the two of the scenario share the rest.
void placeLanes(Table& table) {
  const std::size_t before = 2 + table.stepWidth + 2 + table.placeWidth + 2;
  const std::size_t room = before < kColumns ? kColumns - before : 0;
  const std::size_t thirds = table.lanes.size() < 2 ? 0 : table.lanes.size() - 2;
  const std::size_t forThirds = room > kLastLane + kFirstLane ? room - kLastLane - kFirstLane : 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < table.lanes.size(); ++i) {
    table.lanes[i].at = at;
    if (i < thirds) {
      const std::size_t wanted = std::min(kWidestThird, columnsOf(printable(table.lanes[i].thread)) + 2);
      at += std::clamp<std::size_t>(forThirds / thirds, 2, wanted);
    } else {
      const std::size_t left = room > at + kLastLane ? room - at - kLastLane : 0;
      at += std::clamp(left, kFirstLane, kWidestLane);
    }
  }
}

Table layOut(const Witness& witness) {
  Table table;
  std::set<std::string> files;
  for (std::size_t i = 0; i < witness.steps.size(); ++i) {
    const Step& step = witness.steps[i];
    if (!matters(step, witness)) continue;
    table.rows.push_back(i);
    files.insert(step.where.file);
    const bool actor = step.thread == witness.first || step.thread == witness.second;
    if (!actor && !has(table.lanes, step.thread)) table.lanes.push_back({step.thread, 0});
  }
  table.lanes.push_back({witness.first, 0});
  table.lanes.push_back({witness.second, 0});
  table.oneFile = files.size() <= 1;
  table.stepWidth = std::max<std::size_t>(4, std::to_string(witness.steps.size()).size());
  for (const std::size_t i : table.rows) {
    table.placeWidth = std::max(table.placeWidth, columnsOf(placeText(table, witness.steps[i])));
  }
  placeLanes(table);
  return table;
}

std::string rightAligned(const std::string& text, std::size_t width) {
  const std::size_t columns = columnsOf(text);
  return std::string(columns < width ? width - columns : 0, ' ') + text;
}

std::string drawHead(const Table& table) {
  const std::string before = "  " + rightAligned("step", table.stepWidth) + "  " +
                             rightAligned(table.oneFile ? "line" : "at", table.placeWidth) + "  ";
  bool fits = true;
  for (std::size_t i = 0; i + 1 < table.lanes.size(); ++i) {
    fits = fits && table.lanes[i].at + columnsOf(printable(table.lanes[i].thread)) < table.lanes[i + 1].at;
  }
  std::string text = before;
  std::size_t column = 0;
  for (const Lane& lane : table.lanes) {
    if (!fits && lane.at > 0) {  // too narrow to stand side by side: one below the other
      text += "\n" + std::string(columnsOf(before), ' ');
      column = 0;
    }
    const std::string name = clipped(printable(lane.thread), 40);
    text += std::string(lane.at - column, ' ') + name;
    column = lane.at + columnsOf(name);
  }
  return text + "\n";
}

std::string drawRow(const Table& table, const Step& step, std::size_t number) {
  const auto lane =
      std::find_if(table.lanes.begin(), table.lanes.end(), [&](const Lane& l) { return l.thread == step.thread; });
  std::string text = "  " + rightAligned(std::to_string(number), table.stepWidth) + "  " +
                     rightAligned(placeText(table, step), table.placeWidth) + "  " + std::string(lane->at, ' ');
  const std::string held = heldText(step);
  const std::size_t used = columnsOf(text) + columnsOf(held);
  const std::size_t room = used + 20 < kColumns ? kColumns - used : 20;
  return text + clipped(cellText(step), room) + held + "\n";
}

// Which rows to draw: all, or those near an access of the scenario.
std::vector<bool> keptRows(const Table& table, const Witness& witness) {
  std::vector<bool> kept(table.rows.size(), table.rows.size() <= kManyRows);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    if (witness.steps[table.rows[r]].role.empty()) continue;
    const std::size_t low = r < kAround ? 0 : r - kAround;
    const std::size_t high = std::min(table.rows.size(), r + kAround + 1);
    std::fill(kept.begin() + static_cast<std::ptrdiff_t>(low), kept.begin() + static_cast<std::ptrdiff_t>(high), true);
  }
  return kept;
}

}  // namespace

std::string drawLanes(const Witness& witness) {
  const Table table = layOut(witness);
  const std::vector<bool> kept = keptRows(table, witness);
  std::string text = drawHead(table);
  std::size_t cut = 0;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    if (!kept[r]) {
      ++cut;
      continue;
    }
    if (cut > 0) text += "  ... " + std::to_string(cut) + " steps ...\n";
    cut = 0;
    text += drawRow(table, witness.steps[table.rows[r]], table.rows[r] + 1);
  }
  return text;
}

}  // namespace empire::report
