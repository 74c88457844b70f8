#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"
#include "reduction/reduce.h"
#include "reduction/units.h"
#include "support/result.h"

namespace empire::reduction {

/// One ESL location: bytes of the object, or of a unitfor parameter's object.
struct FieldLocation {
  struct Part {
    program::ObjectId object;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  std::string name;
  SourceLoc loc;
  std::vector<Part> parts;
};

/// What one access to a place does to the atomic set: all of `locations` one after the other, or one of them, or
/// (`repeat`) any number of them in any order.
struct Touch {
  std::vector<std::uint32_t> locations;
  bool all = true;
  bool repeat = false;
};

/// The atomic set as ESL locations, and which bytes of which objects belong to it.
/// A field also owns the storage that it refers to: library storage and elements of non-class type behind the pointers
/// in its bytes, and on through library storage.
/// Why the answer stays the same: every load and store to such bytes is an access of the definition; an access that may
/// go elsewhere is emitted all the same (marked `may`): accesses in between never hide a scenario.
class Locations {
 public:
  const std::vector<FieldLocation>& list() const { return list_; }
  /// The asked object, or the object of a unitfor parameter: its methods are units.
  bool isOwner(program::ObjectId object) const { return owner_[object.index()]; }
  /// The asked object only.
  bool isAsked(program::ObjectId object) const { return asked_[object.index()]; }
  bool isStorage(program::ObjectId object) const { return !storage_[object.index()].empty(); }
  bool matters(program::ObjectId object) const { return isOwner(object) || isStorage(object); }
  Touch touch(const program::Place& place, std::uint32_t size) const;

 private:
  friend class LocationFinder;
  std::vector<FieldLocation> list_;
  std::vector<bool> owner_, asked_;
  std::vector<std::vector<std::uint32_t>> storage_;  // by object: the locations it is storage of
  std::vector<std::vector<std::uint32_t>> fields_;   // by object: locations with bytes in it
};

/// Returns: the locations, or what is wrong with the named fields.
Result<Locations> findLocations(const program::Program& program, const ReductionOptions& options, const Units& units);

}  // namespace empire::reduction
