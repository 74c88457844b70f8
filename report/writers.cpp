#include "report/writers.h"

namespace empire::report {

namespace {

constexpr Writer kWriters[] = {
    {"text", "for people", &writeText},
    {"json", "for machines, docs/json.md", &writeJson},
};

}  // namespace

std::span<const Writer> writers() { return kWriters; }

const Writer* findWriter(std::string_view name) {
  for (const Writer& writer : kWriters) {
    if (writer.name == name) return &writer;
  }
  return nullptr;
}

}  // namespace empire::report
