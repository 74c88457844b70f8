#include "cli/colour.h"

namespace empire::cli {

namespace {

std::string_view colourOf(std::string_view line) {
  if (line.starts_with("violation of ")) return "\x1b[1;31m";
  if (line.starts_with("unknown: ")) return "\x1b[1;33m";
  if (line.starts_with("safe: ")) return "\x1b[1;32m";
  return {};
}

}  // namespace

std::string coloured(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const std::string_view colour = colourOf(line);
    out += colour;
    out += line;
    if (!colour.empty()) out += "\x1b[0m";
    if (end == std::string_view::npos) break;
    out += '\n';
    text.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace empire::cli
