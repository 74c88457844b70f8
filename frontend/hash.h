#pragma once

#include <string>
#include <string_view>

namespace empire::frontend {

/// XXH3-128 of some bytes as 32 hexadecimal digits. Not for secrets: it only tells contents apart.
std::string hashOf(std::string_view bytes);

}  // namespace empire::frontend
