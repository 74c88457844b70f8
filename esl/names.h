#pragma once

#include <tsl/robin_map.h>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "support/id.h"
#include "support/lexer.h"

namespace empire::esl {

using NameId = Id<struct NameTag>;

/// A place in the text being parsed. Line 0: none.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

inline Place placeOf(const Token& token) { return {token.line, token.column}; }

/// The names in a text as dense ids, whatever they name.
/// Requires: the text outlives the pool.
class NamePool {
 public:
  /// The name that a Word or String token spells.
  NameId idOf(const Token& token);
  std::string_view operator[](NameId id) const { return names_[id.index()]; }

 private:
  std::vector<std::string_view> names_;
  std::deque<std::string> unescaped_;
  tsl::robin_map<std::string_view, NameId> ids_;
};

/// The names of one kind that are visible together, such as the locks of a module or the labels of a
/// function: what each means, and where it was first used.
/// Cost: O(1) for each operation; clear() too, so one Scope serves all functions in turn.
class Scope {
 public:
  static constexpr std::uint32_t kUndeclared = UINT32_MAX;
  struct Entry {
    std::uint32_t generation = 0;
    std::uint32_t meaning = kUndeclared;
    Place declaredAt;
    Place usedAt;
    Place usedSharedAt;  // locks: where it was first used in shared mode
  };

  void clear();
  /// The entry of `name`, made if there is none yet.
  Entry& at(NameId name);
  std::uint32_t meaningOf(NameId name) { return at(name).meaning; }
  /// Names with an entry, in the order of their first appearance.
  const std::vector<NameId>& names() const { return touched_; }

 private:
  std::uint32_t generation_ = 1;
  std::vector<Entry> entries_;  // by name
  std::vector<NameId> touched_;
};

}  // namespace empire::esl
