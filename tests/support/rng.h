#pragma once

#include <cstdint>

namespace empire::test {

/// Random numbers that are the same everywhere for the same seed: splitmix64 (Steele, Lea and Flood 2014),
/// and no std distribution, because those differ between libraries.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }
  /// A number in [0, bound), nearly uniform for the small bounds used here.
  /// Requires: bound > 0.
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>((next() >> 32U) * bound >> 32U); }
  /// A number in [low, high].
  std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1); }
  /// True in `percent` of 100 cases.
  bool chance(std::uint32_t percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

}  // namespace empire::test
