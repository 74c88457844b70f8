#include "frontend/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace empire::frontend {

std::string hashOf(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace empire::frontend
