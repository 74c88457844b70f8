#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace empire::solver::product {

/// The set of states reached so far, each a fixed number of 64-bit words, numbered in the order of insertion, with the
/// number of the state it was reached from.
/// Invariant: a state is stored once; numbers never change. Exact: whole states are compared, never hashes alone.
/// Cost: insert is O(1) on average; memory is 8 * words + 4 bytes a state, and 5 to 11 for the hash table.
class StateStore {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// `maxBytes`: no insertion makes bytes() larger than this.
  StateStore(std::size_t words, std::uint64_t maxBytes);

  enum class Inserted { New, Known, NoRoom };
  Inserted insert(const std::uint64_t* state, std::uint32_t parent);

  std::uint32_t size() const { return size_; }
  const std::uint64_t* operator[](std::uint32_t number) const {
    return words_[number >> kChunkBits].get() + (number & kChunkMask) * width_;
  }
  std::uint32_t parent(std::uint32_t number) const { return parents_[number >> kChunkBits][number & kChunkMask]; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  static constexpr std::uint32_t kChunkBits = 14;
  static constexpr std::uint32_t kChunkMask = (1u << kChunkBits) - 1;

  std::uint64_t hash(const std::uint64_t* state) const;
  bool grow();

  const std::size_t width_;
  const std::uint64_t maxBytes_;
  std::uint64_t bytes_ = 0;
  std::uint32_t size_ = 0;
  std::vector<std::unique_ptr<std::uint64_t[]>> words_;  // chunks, so that nothing is copied when they grow
  std::vector<std::unique_ptr<std::uint32_t[]>> parents_;
  std::vector<std::uint32_t> slots_;  // open addressing; a power of two; kNone: free
};

}  // namespace empire::solver::product
