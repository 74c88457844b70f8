#include "solver/product/state_store.h"

#include <cstring>

namespace empire::solver::product {

namespace {

constexpr std::size_t kFirstSlots = 1u << 12;

}  // namespace

StateStore::StateStore(std::size_t words, std::uint64_t maxBytes) : width_(words), maxBytes_(maxBytes) {
  slots_.assign(kFirstSlots, kNone);
  bytes_ = slots_.size() * sizeof(std::uint32_t);
}

std::uint64_t StateStore::hash(const std::uint64_t* state) const {
  std::uint64_t hash = 0x9e3779b97f4a7c15ull;
  for (std::size_t i = 0; i < width_; ++i) {
    hash = (hash ^ state[i]) * 0xff51afd7ed558ccdull;
    hash ^= hash >> 32;
  }
  return hash * 0xc4ceb9fe1a85ec53ull >> 16;
}

// Doubles the hash table. Old and new table exist together for a moment; both are counted.
bool StateStore::grow() {
  const std::uint64_t more = slots_.size() * 2 * sizeof(std::uint32_t);
  if (bytes_ + more > maxBytes_) return false;
  std::vector<std::uint32_t> old(slots_.size() * 2, kNone);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t number : old) {
    if (number == kNone) continue;
    std::size_t at = hash((*this)[number]) & mask;
    while (slots_[at] != kNone) at = (at + 1) & mask;
    slots_[at] = number;
  }
  bytes_ += old.size() * sizeof(std::uint32_t);
  return true;
}

StateStore::Inserted StateStore::insert(const std::uint64_t* state, std::uint32_t parent) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash(state) & mask;
  while (slots_[at] != kNone) {
    if (std::memcmp((*this)[slots_[at]], state, width_ * sizeof(std::uint64_t)) == 0) return Inserted::Known;
    at = (at + 1) & mask;
  }
  if (size_ == kNone - 1) return Inserted::NoRoom;
  if ((size_ & kChunkMask) == 0) {
    const std::uint64_t more =
        (std::uint64_t{1} << kChunkBits) * (width_ * sizeof(std::uint64_t) + sizeof(std::uint32_t));
    if (bytes_ + more > maxBytes_) return Inserted::NoRoom;
    words_.push_back(std::make_unique<std::uint64_t[]>(width_ << kChunkBits));
    parents_.push_back(std::make_unique<std::uint32_t[]>(std::size_t{1} << kChunkBits));
    bytes_ += more;
  }
  const std::uint32_t number = size_++;
  slots_[at] = number;
  std::memcpy(words_[number >> kChunkBits].get() + (number & kChunkMask) * width_, state,
              width_ * sizeof(std::uint64_t));
  parents_[number >> kChunkBits][number & kChunkMask] = parent;
  if (std::uint64_t{size_} * 4 > std::uint64_t{slots_.size()} * 3 && !grow() &&
      std::uint64_t{size_} * 16 > std::uint64_t{slots_.size()} * 15) {
    return Inserted::NoRoom;  // the table is nearly full and may not grow
  }
  return Inserted::New;
}

}  // namespace empire::solver::product
