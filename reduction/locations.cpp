#include "reduction/locations.h"

#include <algorithm>
#include <set>

#include "support/spelling.h"

namespace empire::reduction {

using program::Cell;
using program::Field;
using program::Function;
using program::Object;
using program::ObjectId;
using program::Place;
using program::Program;
using program::Type;

namespace {

constexpr std::uint64_t kEnd = UINT64_MAX;

// A class of the standard library is one location: its fields are not the user's.
bool isWhole(const Program& program, const Object& object) {
  if (!object.type.valid()) return true;
  const Type& type = program.types[object.type.index()];
  return type.fields.empty() || type.name.starts_with("std::");
}

std::string listed(const Type& type) {
  std::string out;
  for (const Field& field : type.fields) {
    if (!field.sync) out += (out.empty() ? "" : ", ") + field.name;
  }
  return out;
}

}  // namespace

class LocationFinder {
 public:
  LocationFinder(const Program& program, const ReductionOptions& options, const Units& units)
      : program_(program), options_(options), units_(units) {
    found_.owner_.resize(program.objects.size(), false);
    found_.asked_.resize(program.objects.size(), false);
    found_.storage_.resize(program.objects.size());
    found_.fields_.resize(program.objects.size());
  }

  Result<Locations> run() {
    if (options_.statics.empty()) {
      askedObjects();
    } else {
      statics();
    }
    if (errors_.empty() && found_.list_.empty()) fail("there is no object to ask about", {});
    if (!errors_.empty()) return std::move(errors_);
    joinedObjects();
    for (std::uint32_t l = 0; l < found_.list_.size(); ++l) storageOf(l);
    return std::move(found_);
  }

 private:
  void fail(std::string message, const SourceLoc& loc) {
    errors_.push_back({program_.position(loc), std::move(message), Severity::Error});
  }

  void addPart(const std::string& name, ObjectId object, std::uint64_t begin, std::uint64_t end) {
    auto same = std::find_if(found_.list_.begin(), found_.list_.end(),
                             [&](const FieldLocation& location) { return location.name == name; });
    if (same == found_.list_.end()) {
      found_.list_.push_back({name, program_.objects[object.index()].site, {}});
      same = found_.list_.end() - 1;
    }
    same->parts.push_back({object, begin, end});
    const auto index = static_cast<std::uint32_t>(same - found_.list_.begin());
    std::vector<std::uint32_t>& fields = found_.fields_[object.index()];
    if (std::find(fields.begin(), fields.end(), index) == fields.end()) fields.push_back(index);
  }

  // Of an object inside other storage only its own bytes.
  void addWhole(ObjectId id, const std::string& name) {
    const Object& object = program_.objects[id.index()];
    const std::uint64_t size = object.type.valid() ? program_.types[object.type.index()].size : 0;
    addPart(name, id, object.base, size == 0 || object.array ? kEnd : object.base + size);
  }

  void addField(const std::string& name, ObjectId object, const Field& field) {
    const std::uint64_t begin = program_.objects[object.index()].base + field.offset;
    addPart(name, object, begin, begin + field.size);
  }

  // The leaves that `name` means: the field itself, or all leaves below it. Returns whether there is one.
  bool addNamed(ObjectId object, const std::string& name, const std::string& prefix) {
    const Type& type = program_.types[program_.objects[object.index()].type.index()];
    bool any = false;
    for (const Field& field : type.fields) {
      if (field.name != name && !field.name.starts_with(name + ".")) continue;
      addField(prefix + name, object, field);
      any = true;
    }
    return any;
  }

  void addAllFields(ObjectId object, const std::string& prefix) {
    const Type& type = program_.types[program_.objects[object.index()].type.index()];
    for (const Field& field : type.fields) {
      if (!field.sync) addField(prefix + field.name, object, field);
    }
  }

  void unknownField(const Object& object, const std::string& name) {
    const Type& type = program_.types[object.type.index()];
    std::vector<std::string_view> names;
    for (const Field& field : type.fields) names.push_back(field.name);
    const std::string_view near = closest(name, names);
    std::string message = "class " + type.name + " has no field `" + name + "`";
    if (!near.empty()) message += "; did you mean `" + std::string(near) + "`?";
    fail(message + " Its fields are: " + listed(type), object.site);
  }

  void askedObjects() {
    for (std::size_t o = 0; o < program_.objects.size(); ++o) {
      const Object& object = program_.objects[o];
      if (!object.isQuery) continue;
      found_.owner_[o] = found_.asked_[o] = true;
      if (options_.fields.empty()) {
        isWhole(program_, object) ? addWhole(ObjectId(o), object.name) : addAllFields(ObjectId(o), "");
        continue;
      }
      for (const std::string& name : options_.fields) {
        if (!object.type.valid()) {
          fail("`" + object.name + "` is not of class type: it has no field `" + name + "`", object.site);
        } else if (!addNamed(ObjectId(o), name, "")) {
          unknownField(object, name);
        }
      }
    }
  }

  void statics() {
    for (const std::string& name : options_.statics) {
      bool any = false;
      for (std::size_t o = 0; o < program_.objects.size(); ++o) {
        const Object& object = program_.objects[o];
        if (object.kind != program::ObjectKind::Global || object.name != name) continue;
        found_.owner_[o] = found_.asked_[o] = true;
        addWhole(ObjectId(o), name);
        any = true;
      }
      if (!any) fail("there is no variable `" + name + "` of static storage", {});
    }
  }

  // Objects that a unitfor parameter of a method of the asked object may be.
  void joinedObjects() {
    std::set<std::pair<ObjectId, std::string>> joined;
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      const Function& function = program_.functions[f];
      if (!function.methodOf.valid() || function.params.empty() || !runsOnAsked(function)) continue;
      for (std::size_t p : units_.unitfor(program::FunctionId(f))) {
        const std::string name = p < function.paramNames.size() ? function.paramNames[p] : "param";
        for (ObjectId object : function.values[function.params[p].index()].objects) {
          if (!found_.asked_[object.index()]) joined.emplace(object, name);
        }
      }
    }
    for (const auto& [object, name] : joined) join(object, name);
  }

  bool runsOnAsked(const Function& function) const {
    const std::vector<ObjectId>& objects = function.values[function.params[0].index()].objects;
    return std::any_of(objects.begin(), objects.end(), [&](ObjectId object) {
      return found_.asked_[object.index()] && units_.family(function.methodOf, object);
    });
  }

  void join(ObjectId id, const std::string& param) {
    if (found_.owner_[id.index()]) return;
    found_.owner_[id.index()] = true;
    const Object& object = program_.objects[id.index()];
    std::string prefix = param + ".";
    for (int n = 2; prefixUsed(prefix); ++n) prefix = param + "#" + std::to_string(n) + ".";
    if (isWhole(program_, object)) return addWhole(id, prefix.substr(0, prefix.size() - 1));
    bool sameClass = false;
    for (std::size_t o = 0; o < program_.objects.size(); ++o) {
      sameClass = sameClass || (found_.asked_[o] && program_.objects[o].type == object.type);
    }
    if (!sameClass || options_.fields.empty()) return addAllFields(id, prefix);
    for (const std::string& name : options_.fields) addNamed(id, name, prefix);
  }

  bool prefixUsed(const std::string& prefix) const {
    return std::any_of(found_.list_.begin(), found_.list_.end(), [&](const FieldLocation& location) {
      return location.name.starts_with(prefix) || location.name + "." == prefix;
    });
  }

  bool countsAsStorage(ObjectId id) const {
    const Object& object = program_.objects[id.index()];
    if (found_.owner_[id.index()] || object.isOther || object.kind == program::ObjectKind::Thread) return false;
    return object.library || !object.type.valid();
  }

  void storageOf(std::uint32_t location) {
    std::set<ObjectId> seen;
    std::vector<ObjectId> work;
    const auto follow = [&](const Cell& cell) {
      for (const Place& to : cell.to) {
        if (countsAsStorage(to.object) && seen.insert(to.object).second) work.push_back(to.object);
      }
    };
    for (const FieldLocation::Part& part : found_.list_[location].parts) {
      for (const Cell& cell : program_.cells) {
        if (cell.at.object != part.object) continue;
        const bool inside = cell.at.offset < 0 || (static_cast<std::uint64_t>(cell.at.offset) >= part.begin &&
                                                   static_cast<std::uint64_t>(cell.at.offset) < part.end);
        if (inside) follow(cell);
      }
    }
    while (!work.empty()) {
      const ObjectId at = work.back();
      work.pop_back();
      found_.storage_[at.index()].push_back(location);
      if (!program_.objects[at.index()].library) continue;
      for (const Cell& cell : program_.cells) {
        if (cell.at.object == at) follow(cell);
      }
    }
  }

  const Program& program_;
  const ReductionOptions& options_;
  const Units& units_;
  Locations found_;
  Diagnostics errors_;
};

Touch Locations::touch(const Place& place, std::uint32_t size) const {
  Touch touch;
  const std::vector<std::uint32_t>& storage = storage_[place.object.index()];
  if (!storage.empty()) {
    touch.locations = storage;
    touch.all = false;
    return touch;
  }
  if (place.offset < 0) {
    touch.locations = fields_[place.object.index()];
    touch.all = false;
    touch.repeat = size == 0 && touch.locations.size() > 1;
    return touch;
  }
  const auto begin = static_cast<std::uint64_t>(place.offset);
  const std::uint64_t end = size == 0 ? kEnd : begin + size;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> hit;
  for (std::uint32_t location : fields_[place.object.index()]) {
    for (const FieldLocation::Part& part : list_[location].parts) {
      if (part.object == place.object && part.begin < end && begin < part.end) hit.emplace_back(part.begin, location);
    }
  }
  std::sort(hit.begin(), hit.end());
  for (const auto& [offset, location] : hit) {
    if (std::find(touch.locations.begin(), touch.locations.end(), location) == touch.locations.end()) {
      touch.locations.push_back(location);
    }
  }
  return touch;
}

Result<Locations> findLocations(const Program& program, const ReductionOptions& options, const Units& units) {
  return LocationFinder(program, options, units).run();
}

}  // namespace empire::reduction
