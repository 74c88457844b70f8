#include "program/words.h"

#include <array>

namespace empire::program {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Op::Stop) + 1> kOps = {
    "skip",  "read",   "write", "update", "lock",       "unlock",   "trylock", "wait",     "call",   "start",  "join",
    "alloc", "define", "free",  "once",   "once-begin", "once-end", "publish", "external", "return", "unwind", "stop",
};
constexpr std::array<std::string_view, 4> kKinds = {"global", "stack", "heap", "thread"};
constexpr std::array<std::string_view, 15> kClauses = {"unknown",   "when",    "nothing",  "size",   "none",
                                                       "on",        "defines", "from",     "shared", "any-mode",
                                                       "recursive", "atomic",  "volatile", "name",   "type"};

}  // namespace

std::string_view nameOf(Op op) { return kOps[static_cast<std::size_t>(op)]; }

std::optional<Op> opOf(std::string_view word) {
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    if (kOps[i] == word) return static_cast<Op>(i);
  }
  return std::nullopt;
}

std::string_view nameOf(ObjectKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::optional<ObjectKind> objectKindOf(std::string_view word) {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i] == word) return static_cast<ObjectKind>(i);
  }
  return std::nullopt;
}

bool isClauseWord(std::string_view word) {
  for (std::string_view clause : kClauses) {
    if (clause == word) return true;
  }
  return false;
}

}  // namespace empire::program
