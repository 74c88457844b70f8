#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "support/check.h"
#include "support/diagnostic.h"

namespace empire {

/// The errors of a failed operation on user input: never empty, at least one of severity Error.
using Diagnostics = std::vector<Diagnostic>;

/// A value, or what is wrong with the input it should have come from. Member names are those of
/// std::expected, which C++20 does not have yet.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(Diagnostics errors)
      : state_(std::in_place_index<1>, std::move(errors)) {}  // NOLINT(google-explicit-constructor)
  Result(Diagnostic error)
      : state_(std::in_place_index<1>, Diagnostics{std::move(error)}) {}  // NOLINT(google-explicit-constructor)

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & {
    EMPIRE_CHECK(has_value(), "value() of a failed result");
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    EMPIRE_CHECK(has_value(), "value() of a failed result");
    return *std::get_if<0>(&state_);
  }
  T&& value() && { return std::move(value()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Diagnostics& error() const {
    EMPIRE_CHECK(!has_value(), "error() of a result that has a value");
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Diagnostics> state_;
};

}  // namespace empire
