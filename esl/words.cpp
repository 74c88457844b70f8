#include "esl/words.h"

#include <algorithm>
#include <array>

namespace empire::esl {

namespace {

struct Word {
  std::string_view word;
  Op op;
  std::string_view usage;
};

constexpr std::array<Word, kOpCount> kStatements = {{
    {"call", Op::Call, "call FUNCTION"},
    {"choice", Op::Choice, "choice LABEL, LABEL"},
    {"claim", Op::Claim, "claim FLAG"},
    {"goto", Op::Goto, "goto LABEL"},
    {"join", Op::Join, "join PROCESS"},
    {"lock", Op::Lock, "lock LOCK [shared]"},
    {"read", Op::Read, "read LOCATION [atomic] [may]"},
    {"require", Op::Require, "require FLAG"},
    {"return", Op::Return, "return"},
    {"set", Op::Set, "set FLAG"},
    {"skip", Op::Skip, "skip"},
    {"start", Op::Start, "start PROCESS"},
    {"trylock", Op::TryLock, "trylock LOCK [shared] else LABEL"},
    {"unit-begin", Op::UnitBegin, "unit-begin"},
    {"unit-end", Op::UnitEnd, "unit-end"},
    {"unit-split", Op::UnitSplit, "unit-split"},
    {"unlock", Op::Unlock, "unlock LOCK [shared]"},
    {"update", Op::Update, "update LOCATION [may]"},
    {"wait", Op::Wait, "wait LOCK [shared]"},
    {"write", Op::Write, "write LOCATION [atomic] [may]"},
}};
static_assert(std::is_sorted(kStatements.begin(), kStatements.end(),
                             [](const Word& a, const Word& b) { return a.word < b.word; }));

constexpr auto kKeywords = std::to_array<std::string_view>({
    "atomic",   "call",  "choice",  "claim",      "else",     "entry",      "flag",    "function", "goto", "join",
    "location", "lock",  "may",     "process",    "read",     "reentrant",  "require", "return",   "set",  "shared",
    "skip",     "start", "trylock", "unit-begin", "unit-end", "unit-split", "unlock",  "update",   "wait", "write",
});
static_assert(std::is_sorted(kKeywords.begin(), kKeywords.end()));

}  // namespace

std::span<const std::string_view> keywords() { return kKeywords; }

bool isKeyword(std::string_view word) { return std::binary_search(kKeywords.begin(), kKeywords.end(), word); }

std::optional<Op> opOf(std::string_view word) {
  const auto* found = std::lower_bound(kStatements.begin(), kStatements.end(), word,
                                       [](const Word& row, std::string_view wanted) { return row.word < wanted; });
  if (found == kStatements.end() || found->word != word) return std::nullopt;
  return found->op;
}

std::string_view usageOf(Op op) {
  const auto* found =
      std::find_if(kStatements.begin(), kStatements.end(), [op](const Word& row) { return row.op == op; });
  return found->usage;
}

}  // namespace empire::esl
