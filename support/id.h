#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace empire {

/// A dense index into one kind of table. Ids of different kinds cannot be mixed up.
/// A default-made id is invalid.
template <class Tag>
struct Id {
  static constexpr std::uint32_t kInvalid = UINT32_MAX;
  std::uint32_t raw = kInvalid;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : raw(static_cast<std::uint32_t>(index)) {}
  constexpr bool valid() const { return raw != kInvalid; }
  constexpr std::size_t index() const { return raw; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace empire

template <class Tag>
struct std::hash<empire::Id<Tag>> {
  std::size_t operator()(empire::Id<Tag> id) const noexcept { return id.raw; }
};
