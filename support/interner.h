#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "support/id.h"

namespace empire {

/// Strings as dense ids, numbered in the order of their first appearance.
/// Cost: O(length) per look-up. Equality compares the strings in order.
template <class Tag>
class Interner {
 public:
  using Key = Id<Tag>;

  Interner() = default;
  Interner(const Interner& other) { *this = other; }
  Interner(Interner&&) noexcept = default;
  Interner& operator=(const Interner& other) {
    if (this == &other) return *this;
    names_.clear();
    ids_.clear();
    for (const std::string& name : other.names_) intern(name);
    return *this;
  }
  Interner& operator=(Interner&&) noexcept = default;

  Key intern(std::string_view name) {
    if (auto found = ids_.find(name); found != ids_.end()) return found->second;
    const Key id(names_.size());
    names_.emplace_back(name);
    ids_.emplace(names_.back(), id);
    return id;
  }
  /// The id of `name`, or an invalid one.
  Key find(std::string_view name) const {
    auto found = ids_.find(name);
    return found == ids_.end() ? Key{} : found->second;
  }
  const std::string& operator[](Key id) const { return names_[id.index()]; }
  std::size_t size() const { return names_.size(); }

  friend bool operator==(const Interner& a, const Interner& b) { return a.names_ == b.names_; }

 private:
  std::deque<std::string> names_;  // a deque, so that the views below stay valid
  std::unordered_map<std::string_view, Key> ids_;
};

}  // namespace empire
