#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace empire::query {

/// What was asked, as a plain value. Names are those the user wrote; whether the model has them is
/// decided when the model is there.
struct Query {
  std::vector<std::string> files;          // the input: one .esl file, "-" for standard input, or C++ sources
  std::string buildDir;                    // C++: folder of compile_commands.json
  std::vector<std::string> compilerFlags;  // C++: for files without an entry there
  bool useCache = true;                    // C++: keep compiled units for the next query
  std::string site;                  // C++: where the object is made, as given: FILE:LINE[:COLUMN] or FUNCTION:VARIABLE
  std::string className;             // C++: picks among several objects made there
  std::vector<std::string> fields;   // C++: the atomic set; empty: all fields; "::name": static variables, no site
  std::vector<std::string> units;    // C++: further functions that are units of work
  std::string unitfor = "auto";      // C++: auto, all, none, or Class::method:parameter,...
  bool strictWait = false;           // C++: a condition-variable wait does not split the unit
  unsigned instances = 6;            // C++: most copies of one thread start
  std::vector<int> scenarios;        // sorted, each once; empty: none (only `empire model` may ask so)
  std::vector<std::string> threads;  // empty: all
  std::vector<std::string> locations;      // empty: all
  std::string engine;                      // a name from solver::engines()
  std::uint64_t timeoutMillis = 60'000;    // wall clock for the whole check
  std::uint64_t memoryBytes = 2ULL << 30;  // tables of the search
  friend bool operator==(const Query&, const Query&) = default;
};

}  // namespace empire::query
