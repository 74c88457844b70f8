#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/diagnostic.h"
#include "support/id.h"
#include "support/interner.h"

namespace empire::program {

using TypeId = Id<struct TypeTag>;
using ObjectId = Id<struct ObjectTag>;
using FunctionId = Id<struct FunctionTag>;
using ValueId = Id<struct ValueTag>;  // within one function
using NodeId = Id<struct NodeTag>;    // within one function

/// A field of a class, bases and nested members flattened: "count", "base_field", "inner.x".
struct Field {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  bool sync = false;  // mutex, condition variable, thread, once flag, future: not data
  friend bool operator==(const Field&, const Field&) = default;
};

/// A class type.
struct Type {
  std::string name;  // qualified, with template arguments
  std::uint64_t size = 0;
  std::vector<Field> fields;  // leaves that are no synchronisation, and synchronisation members as a whole; by offset
  std::vector<TypeId> bases;  // direct and indirect
  friend bool operator==(const Type&, const Type&) = default;
};

enum class ObjectKind : std::uint8_t {
  Global,  // static storage
  Stack,   // a local variable
  Heap,
  Thread,  // a started thread, as its handle names it; never accessed
};

/// What one allocation site makes, in one calling context.
struct Object {
  std::string name;  // "new Stack", "local s", "::counter"
  ObjectKind kind = ObjectKind::Heap;
  SourceLoc site;
  TypeId type;             // the class of the object, or of its elements; invalid: not of class type
  std::uint64_t base = 0;  // where the object of that class begins in the storage (behind make_shared's counts)
  std::uint64_t size = 0;  // of the storage; 0: not known
  bool isQuery = false;    // asked about: the object, or the isolated instance of its site
  bool isOther = false;    // all instances of the asked site but the isolated one
  bool library = false;    // allocated by library code: buffers and nodes of containers
  bool exact = false;      // denotes at most one object in a run
  std::string whyInexact;  // "allocated in a loop"
  bool array = false;      // elements folded onto the first
  bool threadLocal = false;
  friend bool operator==(const Object&, const Object&) = default;
};

/// Bytes of an object; offset -1: anywhere in it.
struct Place {
  ObjectId object;
  std::int64_t offset = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// What memory holds: a pointer stored at `at` may lead to `to`. Only for the asked object and the storage that it
/// refers to.
struct Cell {
  Place at;
  std::vector<Place> to;  // sorted
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// A pointer of one function that is defined once per execution of its definition: a parameter, a loaded
/// pointer, a fresh allocation, the result of a call, a merge of others. All pointers computed from it by adding
/// offsets share it, so whoever chooses an object for it keeps lock and field together.
struct Value {
  std::vector<ObjectId> objects;  // what it may point into; sorted
  bool unknown = false;           // or into something that the analysis does not know
  friend bool operator==(const Value&, const Value&) = default;
};

/// The memory or lock that an operation works on.
struct Operand {
  ValueId root;               // invalid: a constant address, `places` has one element
  std::vector<Place> places;  // sorted; for each object of the root that the operation can reach
  std::uint32_t size = 0;     // bytes accessed; 0: not known
  bool unknown = false;
  friend bool operator==(const Operand&, const Operand&) = default;
};

/// A call target: the function, and the object that its first pointer argument points to where the function
/// was analysed for that object alone. The call can go there only if that argument's chosen object is `when`.
struct Callee {
  FunctionId function;
  ObjectId when;  // invalid: always
  friend auto operator<=>(const Callee&, const Callee&) = default;
};

enum class Op : std::uint8_t {
  Skip,  // nothing; a branch if it has several successors
  Read,
  Write,
  Update,
  Lock,
  Unlock,
  TryLock,    // TryLock: first successor taken, second failed
  Wait,       // condition variable: releases and retakes the lock in `operand`
  Call,       // one of `callees`; successors: normal return, then unwinding if it has two
  Start,      // starts a thread that runs one of `callees`; `operand.places`: its handle object
  Join,       // `operand`: the handle's objects
  Alloc,      // defines a value: a fresh object
  Define,     // defines a value: a load, merge or result
  Free,       // the storage in `operand` ends
  Once,       // runs one of `callees` at most once per run for the flag in `operand`; returns when it has been run
  OnceBegin,  // first successor: this execution runs the body; second: it was run before, and has ended
  OnceEnd,    // the body has been run; `operand`: the flag or guard, as at OnceBegin
  Publish,    // a pointer (args[0]) becomes reachable from other threads
  External,   // a function without body or model, `name`; args are what it can reach
  Return,
  Unwind,  // leaves the function by an exception
  Stop,    // control does not go on: exit, abort, terminate, unreachable
};

/// One node of a control-flow graph.
struct Node {
  Op op = Op::Skip;
  bool shared = false;     // Lock, Unlock, TryLock, Wait: reader's mode
  bool anyMode = false;    // Unlock: whichever mode is held (pthread_rwlock_unlock)
  bool recursive = false;  // Lock, TryLock: of a kind that can be taken again
  bool atomic = false;     // Read, Write
  bool volatileAccess = false;
  SourceLoc loc;     // innermost place in user code
  std::string text;  // source text of the access or call, where known
  std::string name;  // External, Start: what is called
  Operand operand;
  ValueId defines;  // Alloc, Define, Call (its result)
  std::vector<ValueId>
      sources;  // Define: the value is one of these (merge); empty: a fresh choice among the value's objects
  std::vector<Callee> callees;  // sorted
  bool calleesUnknown = false;  // Call: there may be others
  std::vector<Operand> args;    // Call, Start, Once, External: pointer arguments in the order of Function::params
  std::vector<NodeId> next;
  friend bool operator==(const Node&, const Node&) = default;
};

/// A function analysed in one context. Node 0 is its entry.
struct Function {
  std::string name;     // qualified, as people write it: "Vector::clear"
  std::string context;  // "" or what distinguishes this instance: "this = new Vector (vector.cpp:29)"
  SourceLoc loc;
  bool user = false;  // in the user's own files
  TypeId methodOf;    // the class it is a (non-static) method of
  bool constructor = false, destructor = false;
  bool runsOnce = false;        // at most once in a run
  std::vector<ValueId> params;  // the pointer parameters; a method's first one is `this`
  std::vector<std::string> paramNames;
  std::vector<TypeId> paramTypes;  // class pointed to, where known
  std::vector<Value> values;
  std::vector<Node> nodes;
  friend bool operator==(const Function&, const Function&) = default;
};

/// Something that the analysis did not understand, and where.
struct Gap {
  std::string what;
  SourceLoc loc;
  friend bool operator==(const Gap&, const Gap&) = default;
};

/// Sizes before anything was thrown away: instructions at -O0 before inlining, the standard library included.
struct Sizes {
  std::uint64_t functions = 0;
  std::uint64_t instructions = 0;
  std::uint64_t functionsAfterInlining = 0;
  std::uint64_t instructionsAfterInlining = 0;
  friend bool operator==(const Sizes&, const Sizes&) = default;
};

/// Facts about a program, whatever language it was written in: what the reduction to ESL needs, and nothing of the
/// compiler. A plain value. Ids are dense; names are interned nowhere but files.
struct Program {
  std::vector<Type> types;
  std::vector<Object> objects;
  std::vector<Function> functions;
  std::vector<Cell> cells;               // sorted by place
  std::vector<FunctionId> initialisers;  // constructors of globals, in the order they run where it is known
  FunctionId main;                       // invalid: there is none
  std::vector<FunctionId> finalisers;    // destructors of globals
  std::vector<Gap> gaps;
  std::vector<Gap> assumptions;  // what the facts rest on, and where
  Sizes sizes;
  Interner<FileTag> files;

  Position position(const SourceLoc& loc) const {
    return {loc.file.valid() ? files[loc.file] : std::string(), loc.line, loc.column};
  }
  friend bool operator==(const Program&, const Program&) = default;
};

}  // namespace empire::program
