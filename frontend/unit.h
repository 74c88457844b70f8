#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/cache.h"
#include "frontend/commands.h"
#include "frontend/compile.h"
#include "support/result.h"

namespace empire::frontend {

/// A symbol that only one unit may define.
struct Definition {
  std::string symbol;
  Position where;
  friend bool operator==(const Definition&, const Definition&) = default;
};

/// What one parse gives. Plain bytes, so it can cross threads and be kept in a cache.
struct Unit {
  std::string bitcode;
  std::vector<SourceFile> files;        // sorted by path; names given by #line directives have no hash
  std::vector<Definition> definitions;  // in the order of the module
  Inputs inputs;                        // normalised
};

/// A unit as bytes for the cache, all but its inputs, and back. Nothing if the bytes are not such a unit.
std::string serialise(const Unit& unit);
std::optional<Unit> deserialiseUnit(std::string_view bytes);

/// The same for a list of files.
void write(ByteWriter& writer, const std::vector<SourceFile>& files);
std::vector<SourceFile> readFiles(ByteReader& reader);

/// Parses a unit with a context, a file manager and a working directory of its own.
/// Threads: any number of calls at a time.
Result<Unit> parseUnit(const Command& command);

}  // namespace empire::frontend
