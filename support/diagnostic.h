#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/id.h"

namespace empire {

using FileId = Id<struct FileTag>;

/// A place in a source file, as stored on statements: 16 bytes, the file's name is interned elsewhere.
/// Lines and columns count from 1, columns in bytes; 0 means not known.
struct SourceLoc {
  FileId file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend auto operator<=>(const SourceLoc&, const SourceLoc&) = default;
};

/// A place in a source file that stands on its own, as shown to people.
struct Position {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend auto operator<=>(const Position&, const Position&) = default;
};

enum class Severity { Error, Warning, Note };

/// One message about the user's input.
struct Diagnostic {
  Position where;
  std::string message;
  Severity severity = Severity::Error;
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// `file:line:column: error: message`, without the parts that are not known.
std::string toString(const Diagnostic& diagnostic);

/// All of them, a line each.
std::string toString(const std::vector<Diagnostic>& diagnostics);

}  // namespace empire
