#pragma once

#include <llvm/ADT/DenseMap.h>

#include <map>
#include <string>
#include <vector>

#include "frontend/locations.h"
#include "frontend/multiplicity.h"
#include "frontend/points_to.h"
#include "frontend/types.h"
#include "program/program.h"

namespace empire::frontend {

struct ExtractInput;

/// What debug info says of an allocation.
struct AllocationInfo {
  std::string name;  // "new Stack", "local s", "::counter"
  SourceLoc loc;
  const llvm::DIType* type = nullptr;
  std::uint64_t base = 0;  // of the typed object in the storage
  bool library = false;
  bool variable = false;  // a variable of the user's
  bool array = false;
  std::string variableName;  // unqualified
  std::string function;      // that it is local to
};
AllocationInfo describeAllocation(const llvm::Value* site, Locations& locations);

/// The abstract objects that the facts mention, described and numbered in the order they are first needed.
class Objects {
 public:
  Objects(const ExtractInput& input, Locations& locations, program::Program& program);

  /// Invalid for functions and constants.
  program::ObjectId of(Andersen::Object object);
  std::string name(Andersen::Object object);
  Types& types() { return types_; }
  /// Could an access to it be asked about?
  bool isData(program::ObjectId object) const { return data_[object.index()]; }
  /// Is the place in an array, whose elements are all folded onto the first?
  bool liesInArray(const program::Place& place) const;
  bool isThread(program::ObjectId object) const {
    return program_.objects[object.index()].kind == program::ObjectKind::Thread;
  }
  /// The started thread whose handle this local is, if it holds no other, nothing else holds it, and nobody detaches
  /// threads. kNone: there is no such thread.
  Andersen::Object threadHeldOnlyBy(Andersen::Object local);
  /// Fills in Program::cells for the asked objects and the storage that they refer to.
  void writeCells();

 private:
  program::Object describe(Andersen::Object object);
  void decideExactness(program::Object& out, Andersen::Object object);

  const ExtractInput& input_;
  Locations& locations_;
  program::Program& program_;
  Types types_;
  std::map<Andersen::Object, program::ObjectId> ids_;
  std::vector<Andersen::Object> solverObject_;  // by ObjectId
  std::vector<bool> data_;
  std::map<Andersen::Object, std::vector<Andersen::Object>> holders_;  // thread -> objects that hold its handle
  bool holdersKnown_ = false;
  bool detaches_ = false;
  llvm::DenseMap<const llvm::Function*, std::vector<std::uint32_t>> instancesOf_;
};

}  // namespace empire::frontend
