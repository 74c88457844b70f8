#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "esl/module.h"
#include "support/diagnostic.h"

namespace empire::esl {

/// Collects the validator's messages and puts them in the order of the text. Shared by the parts of validate().
class Findings {
 public:
  explicit Findings(const Module& module) : module_(module) {}

  /// About the module as a whole.
  void module(Severity severity, std::string message);
  /// About a location, lock or flag.
  void declaration(Severity severity, const SourceLoc& loc, std::string message);
  void process(Severity severity, std::size_t process, std::string message);
  void function(Severity severity, std::size_t process, std::size_t function, std::string message);
  void stmt(Severity severity, std::size_t process, std::size_t function, std::size_t stmt, std::string message);

  bool hasError() const { return hasError_; }
  std::vector<Diagnostic> take();

 private:
  struct Finding {
    std::uint64_t key[3];  // process, function, statement, each plus one; 0: none
    Diagnostic diagnostic;
  };
  void add(Severity severity, std::size_t process, std::size_t function, std::size_t stmt, const SourceLoc& loc,
           std::string message);

  const Module& module_;
  std::vector<Finding> findings_;
  bool hasError_ = false;
};

/// A name as it is written in a module, between backquotes.
std::string shown(std::string_view name);

/// Everything that leaves the module without a meaning: ids and targets out of range, missing parts, double names.
void checkStructure(const Module& module, Findings& findings);

/// Processes that are started never, twice, by themselves; flags that are never set; functions that are never called.
/// Requires: checkStructure found no error. The same for checkPaths.
void checkStarts(const Module& module, Findings& findings);

/// Unreachable code, and units and locks that do not balance.
void checkPaths(const Module& module, Findings& findings);

}  // namespace empire::esl
