#pragma once

#include <string>
#include <vector>

#include "program/program.h"
#include "reduction/reduce.h"

namespace empire::reduction {

/// Which functions are units of work by themselves: (a) methods of the object's class, its bases and derived classes
/// that run on the object, constructors and destructors included, and methods whose unitfor parameter is the object;
/// (b) functions that the question names. All other accesses belong to (c), the innermost user function around them,
/// which the specialisation opens (body.h). Why the answer stays the same: this is the definition of a unit of work,
/// evaluated on the chosen objects.
class Units {
 public:
  Units(const program::Program& program, const ReductionOptions& options);

  /// `type` is the class of `object`, one of its bases or derived from it.
  bool family(program::TypeId type, program::ObjectId object) const;
  bool isNamed(program::FunctionId function) const { return named_[function.index()]; }
  /// Positions in Function::params of the unitfor parameters.
  const std::vector<std::size_t>& unitfor(program::FunctionId function) const { return unitfor_[function.index()]; }

 private:
  bool isCopyOrMove(const program::Function& function, std::size_t param) const;
  bool isUnitfor(const program::Function& function, std::size_t param) const;
  bool related(program::TypeId a, program::TypeId b) const;

  const program::Program& program_;
  const ReductionOptions& options_;
  std::vector<bool> named_;
  std::vector<std::vector<std::size_t>> unitfor_;
};

/// `name` without template arguments and parameter list: "Box<int>::get(int)" is "Box::get".
std::string plainName(std::string_view name);

}  // namespace empire::reduction
