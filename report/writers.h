#pragma once

#include <ostream>
#include <span>
#include <string_view>

#include "report/report.h"

namespace empire::report {

/// An output format. To add one: a file with its function, a row in writers.cpp, a golden file.
struct Writer {
  std::string_view name;
  std::string_view summary;
  void (*write)(const Report& report, std::ostream& out);
};

/// Every format; the first is the default.
std::span<const Writer> writers();

/// The row with this name, or null.
const Writer* findWriter(std::string_view name);

/// For people: what was asked, the verdicts, the interleaving in one lane per thread. At most 80 columns
/// where names and paths allow it. Plain text without control characters.
void writeText(const Report& report, std::ostream& out);

/// For machines: "empire-result/1", described in docs/json.md. Always UTF-8.
void writeJson(const Report& report, std::ostream& out);

}  // namespace empire::report
