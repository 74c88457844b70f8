#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace empire::query {

/// What was asked, as a plain value. Names are those the user wrote; whether the model has them is
/// decided when the model is there.
struct Query {
  std::vector<std::string> files;          // the input; one .esl file, "-" for standard input
  std::vector<int> scenarios;              // sorted, each once; empty: none (only `empire model` may ask so)
  std::vector<std::string> threads;        // empty: all
  std::vector<std::string> locations;      // empty: all
  std::string engine;                      // a name from solver::engines()
  std::uint64_t timeoutMillis = 60'000;    // wall clock for the whole check
  std::uint64_t memoryBytes = 2ULL << 30;  // tables of the search
  friend bool operator==(const Query&, const Query&) = default;
};

}  // namespace empire::query
