#include "esl/names.h"

#include <algorithm>
#include <utility>

namespace empire::esl {

NameId NamePool::idOf(const Token& token) {
  std::string_view name = token.text;
  std::string unescaped;
  if (token.escaped) name = unescaped = unescape(token.text);
  if (auto found = ids_.find(name); found != ids_.end()) return found->second;
  if (token.escaped) name = unescaped_.emplace_back(std::move(unescaped));
  const NameId id(names_.size());
  names_.push_back(name);
  ids_.emplace(name, id);
  return id;
}

void Scope::clear() {
  ++generation_;
  touched_.clear();
}

Scope::Entry& Scope::at(NameId name) {
  if (name.index() >= entries_.size()) entries_.resize(std::max(name.index() + 1, entries_.size() * 2));
  Entry& entry = entries_[name.index()];
  if (entry.generation != generation_) {
    entry = Entry{};
    entry.generation = generation_;
    touched_.push_back(name);
  }
  return entry;
}

}  // namespace empire::esl
