#include "reduction/units.h"

#include <algorithm>

namespace empire::reduction {

using program::Function;
using program::FunctionId;
using program::ObjectId;
using program::TypeId;

std::string plainName(std::string_view name) {
  std::string out;
  int depth = 0;
  const std::size_t op = name.find("operator");
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (op != std::string_view::npos && i >= op) return out + std::string(name.substr(i));
    if (name[i] == '(' && depth == 0) break;
    if (name[i] == '<') ++depth;
    if (depth == 0) out += name[i];
    if (name[i] == '>') --depth;
  }
  return out;
}

Units::Units(const program::Program& program, const ReductionOptions& options) : program_(program), options_(options) {
  named_.resize(program.functions.size(), false);
  unitfor_.resize(program.functions.size());
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const Function& function = program.functions[f];
    const std::string plain = plainName(function.name);
    for (const std::string& unit : options.units) named_[f] = named_[f] || unit == function.name || unit == plain;
    if (!function.methodOf.valid()) continue;
    for (std::size_t p = 1; p < function.params.size(); ++p) {
      if (isUnitfor(function, p)) unitfor_[f].push_back(p);
    }
  }
}

bool Units::related(TypeId a, TypeId b) const {
  if (!a.valid() || !b.valid()) return false;
  const auto isBase = [&](TypeId derived, TypeId base) {
    const std::vector<TypeId>& bases = program_.types[derived.index()].bases;
    return std::find(bases.begin(), bases.end(), base) != bases.end();
  };
  return a == b || isBase(a, b) || isBase(b, a);
}

bool Units::family(TypeId type, ObjectId object) const { return related(type, program_.objects[object.index()].type); }

bool Units::isCopyOrMove(const Function& function, std::size_t param) const {
  const bool assigns = function.name.size() >= 9 && function.name.ends_with("operator=");
  const bool sameClass = param < function.paramTypes.size() && related(function.paramTypes[param], function.methodOf);
  return (function.constructor || assigns) && sameClass && param == 1;
}

bool Units::isUnitfor(const Function& function, std::size_t param) const {
  if (options_.unitfor == UnitFor::None) return false;
  if (options_.unitfor == UnitFor::All) {
    return param < function.paramTypes.size() && function.paramTypes[param].valid();
  }
  for (const std::string& item : options_.unitforList) {
    const std::size_t colon = item.rfind(':');
    if (colon == std::string::npos || param >= function.paramNames.size()) continue;
    const std::string method = item.substr(0, colon);
    const bool sameMethod = method == function.name || method == plainName(function.name);
    if (sameMethod && function.paramNames[param] == item.substr(colon + 1)) return true;
  }
  return isCopyOrMove(function, param);
}

}  // namespace empire::reduction
