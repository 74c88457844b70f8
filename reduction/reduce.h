#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "esl/module.h"
#include "program/program.h"
#include "support/result.h"

namespace empire::reduction {

/// Which parameters join the atomic set while a method of the object runs (docs/reduction.md).
enum class UnitFor : std::uint8_t {
  Auto,  // those of copy and move constructors and assignments
  All,   // every parameter of class type
  None,
  List,  // ReductionOptions::unitforList, besides Auto
};

/// What the question says about the model.
struct ReductionOptions {
  std::vector<std::string> fields;  // names; empty: all fields that are no synchronisation
  std::vector<std::string> units;   // further functions that are units of work, by qualified name
  UnitFor unitfor = UnitFor::Auto;
  std::vector<std::string> unitforList;  // "Class::method:param"
  bool splitWaits = true;                // a condition-variable wait ends the unit and begins a new one
  unsigned instances = 6;                // most copies of one thread start that are modelled
  std::vector<std::string> statics;      // qualified names of variables that form the atomic set; then there is no site
};

struct Note {
  std::string text;
  Position where;
  friend auto operator<=>(const Note&, const Note&) = default;
};

/// What the answer covers and what it rests on. Each list is sorted by position and without repetition.
struct Scope {
  std::vector<Note> waitsSplit;
  std::vector<Note> unseen;           // code without body or model
  std::vector<Note> locksIgnored;     // excludes nobody, and why
  std::vector<Note> joinsUnresolved;  // joins nobody
  std::vector<Note> assumptions;
  std::vector<Note> instances;  // starts that can run more than once
  std::vector<Note> imprecise;  // where the model stopped telling objects apart
};

struct ThreadInfo {
  esl::ProcessId process;  // in Reduced::module
  std::string name;
  Position start;  // of main: its definition
  std::string entry;
  unsigned instance = 1;
};

struct LockInfo {
  std::string name;
  Position declared;
  bool exact = false;
  std::string whyNot;
};

struct ModelSizes {
  std::uint64_t functionsInSlice = 0;
  std::uint64_t nodesInSlice = 0;
  std::uint64_t statements = 0;
};

struct Reduced {
  esl::Module module;  // valid; simplified
  Scope scope;
  std::string cannotBeSafe;  // empty, or why `safe` would have to become `unknown`
  std::string note;          // "only one thread can reach the object", or empty
  std::vector<ThreadInfo> threads;
  std::vector<LockInfo> locks;
  ModelSizes sizes;
};

/// The smallest model we know that has the same answer: a violation of the program is one of the model.
/// Returns: the model, or what is wrong with the question (no object, unknown field, no main).
/// Cost: linear in the program outside the slice; in it, one copy of a function for each choice of tracked objects.
Result<Reduced> reduce(const program::Program& program, const ReductionOptions& options);

}  // namespace empire::reduction
