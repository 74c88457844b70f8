#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"
#include "support/result.h"

namespace empire::frontend {

/// Which program to read, and which object in it is asked about.
struct Request {
  std::vector<std::string> files;  // sources; empty: all of the compilation database
  std::string buildDir;            // folder of compile_commands.json; empty: none
  std::vector<std::string> flags;  // compiler flags for files without an entry
  unsigned jobs = 1;               // translation units parsed at once
  bool useCache = true;            // take compiled units from earlier runs
  std::string cacheDir;            // where they are kept; empty: the user's cache folder

  std::string siteFile;  // the allocation site; empty: `statics` instead
  std::uint32_t siteLine = 0;
  std::uint32_t siteColumn = 0;  // 0: any
  std::string siteFunction;      // or: the function and variable that hold the object
  std::string siteVariable;
  std::string className;             // picks among several objects made there
  std::vector<std::string> statics;  // variables of static storage, by qualified name
};

/// An allocation in the user's code, for messages and `empire doctor`.
struct Site {
  Position where;
  std::string what;  // "new Stack", "local variable s", "global counter"
  std::string type;
  friend auto operator<=>(const Site&, const Site&) = default;
};

struct FileRead {
  std::string path;
  std::string hash;  // of its content
};

struct Analysed {
  program::Program program;
  std::vector<FileRead> files;
  std::vector<Site> sites;  // every allocation in user code, sorted
  std::vector<Diagnostic> warnings;
};

/// C++ in, facts out. The only function of this folder that others call.
Result<Analysed> analyse(const Request& request);

}  // namespace empire::frontend
