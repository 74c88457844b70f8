#include "support/diagnostic.h"

namespace empire {

namespace {

const char* nameOf(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
  }
  return "";
}

}  // namespace

std::string toString(const Diagnostic& diagnostic) {
  std::string text;
  const Position& where = diagnostic.where;
  if (!where.file.empty()) {
    text += where.file;
    if (where.line != 0) {
      text += ":" + std::to_string(where.line);
      if (where.column != 0) text += ":" + std::to_string(where.column);
    }
    text += ": ";
  }
  text += nameOf(diagnostic.severity);
  text += ": ";
  text += diagnostic.message;
  return text;
}

std::string toString(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += toString(diagnostic) + "\n";
  return text;
}

}  // namespace empire
