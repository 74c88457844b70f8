#include "tests/support/random_module.h"

// How a module is made. First its tables, from the profile's ranges. Then, for each process, a few helper
// functions and an entry, each a sequence of blocks: an access, a unit, a locked region, a branch, a loop,
// a call. A block is closed where it was opened, so that most modules are balanced; the profile `odd` adds
// statements that are not.
//
// To make verdicts interesting, most modules get a discipline: with a high chance every outermost unit
// is protected the same way (under one common lock, or after a `require`, or by one `claim`). One unit that
// forgets makes the difference between safe and violating.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "esl/builder.h"
#include "tests/support/rng.h"

namespace empire::test {

namespace {

using esl::FunctionBuilder;
using esl::FunctionId;
using esl::LockId;
using esl::Op;
using esl::ProcessId;

struct Range {
  std::uint32_t low;
  std::uint32_t high;
};

// What a block can be; the weights of a shape are in this order.
enum Block : std::uint8_t { kAccess, kUnit, kLock, kTry, kWait, kCall, kChoice, kLoop, kSplit, kFlag, kOdd, kBlocks };

struct Shape {
  std::string_view name;
  Range processes;
  Range locations;
  Range locks;
  Range flags;
  Range helpers;             // functions of a process besides its entry
  std::uint32_t size;        // statements of a process, when there are two
  std::uint32_t sharedLock;  // percent of the locks
  std::uint32_t reentrantLock;
  std::uint32_t disciplined;  // percent of the modules
  std::uint32_t recursive;    // percent of the helpers
  std::array<std::uint32_t, kBlocks> weights;
};

constexpr std::array<Profile, 8> kProfiles = {Profile::General,   Profile::Locks,  Profile::Units,    Profile::Flags,
                                              Profile::Recursion, Profile::Shared, Profile::Accesses, Profile::Odd};

// Indexed by Profile.
constexpr std::array<Shape, 8> kShapes = {{
    //                                                                            acc unit lock try wait call cho loop
    //                                                                            spl flag odd
    {"general", {2, 4}, {1, 3}, {0, 2}, {0, 2}, {0, 1}, 11, 25, 30, 65, 10, {40, 12, 14, 4, 3, 8, 6, 4, 3, 4, 1}},
    {"locks", {2, 3}, {1, 2}, {2, 3}, {0, 0}, {0, 1}, 12, 15, 30, 60, 0, {40, 8, 30, 9, 7, 5, 4, 3, 1, 0, 1}},
    {"units", {2, 3}, {1, 3}, {0, 1}, {0, 0}, {0, 2}, 12, 0, 50, 50, 0, {40, 25, 6, 1, 2, 12, 5, 5, 8, 0, 1}},
    {"flags", {2, 4}, {1, 2}, {0, 1}, {1, 3}, {0, 1}, 11, 0, 30, 70, 0, {40, 12, 5, 1, 1, 5, 5, 3, 1, 18, 0}},
    {"recursion", {2, 2}, {1, 2}, {0, 2}, {0, 1}, {1, 2}, 9, 15, 50, 60, 70, {40, 10, 12, 2, 2, 25, 5, 2, 2, 2, 0}},
    {"shared", {2, 3}, {1, 2}, {1, 2}, {0, 0}, {0, 1}, 11, 85, 30, 75, 0, {42, 10, 26, 7, 6, 5, 4, 3, 1, 0, 1}},
    {"accesses", {2, 2}, {1, 3}, {0, 0}, {0, 0}, {0, 0}, 9, 0, 0, 0, 0, {70, 12, 0, 0, 0, 0, 6, 3, 6, 0, 0}},
    {"odd", {2, 3}, {1, 2}, {1, 3}, {0, 1}, {0, 1}, 11, 30, 40, 40, 15, {40, 10, 12, 5, 5, 6, 5, 4, 3, 4, 22}},
}};

// How a module protects its outermost units.
enum class Discipline { None, Lock, Require, Claim };

class Generator {
 public:
  Generator(std::uint64_t seed, const RandomModuleOptions& options)
      : rng_(seed * 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(options.profile) + 1),
        options_(options),
        shape_(kShapes[static_cast<std::size_t>(options.profile)]) {}

  esl::Module make();

 private:
  // Where a block is being written.
  struct Place {
    FunctionBuilder* body;
    ProcessId process;
    std::uint32_t function;  // its number; calls go to higher numbers
    std::uint32_t unitDepth = 0;
    std::uint32_t location = UINT32_MAX;  // of the last access
    bool readsOnly = false;               // under a reader's lock: mostly reads
    std::vector<LockId> held = {};
  };

  void tables();
  void processes();
  void helper(ProcessId process, std::uint32_t function);
  void recursiveHelper(ProcessId process, std::uint32_t function);
  void entry(ProcessId process);
  void mainEntry(ProcessId process);
  void units(Place& place, std::uint32_t size);
  void protectedUnit(Place& place, std::uint32_t size);
  void blocks(Place& place, std::uint32_t size);
  std::uint32_t block(Place& place, std::uint32_t size);
  Block pickBlock(const Place& place, std::uint32_t size);
  void access(Place& place);
  void unit(Place& place, std::uint32_t size);
  void locked(Place& place, LockId lock, std::uint32_t size);
  void tried(Place& place, LockId lock, std::uint32_t size);
  void wait(Place& place);
  void branches(Place& place, std::uint32_t size);
  void loop(Place& place, std::uint32_t size);
  void flag(Place& place);
  void odd(Place& place);
  void lockOp(Place& place, Op op, LockId lock, bool shared);
  bool wantsShared(LockId lock, std::uint32_t percent) {
    return builder_.module().locks[lock.index()].shared && rng_.chance(percent);
  }
  LockId anyLock() { return LockId(rng_.below(lockCount_)); }
  std::uint32_t processSize() { return 1 + rng_.below(2 * sizePerProcess_); }
  void decorate(esl::Module& module);

  Rng rng_;
  RandomModuleOptions options_;
  const Shape& shape_;
  esl::ModuleBuilder builder_;
  std::uint32_t processCount_ = 0;
  std::uint32_t locationCount_ = 0;
  std::uint32_t lockCount_ = 0;
  std::uint32_t flagCount_ = 0;
  std::uint32_t sizePerProcess_ = 0;
  std::vector<std::uint32_t> functionCount_;  // by process
  Discipline discipline_ = Discipline::None;
  std::uint32_t obeyed_ = 0;  // percent of units that follow the discipline
};

void Generator::tables() {
  processCount_ = rng_.between(shape_.processes.low, shape_.processes.high);
  if (processCount_ > 2 && rng_.chance(40)) --processCount_;  // more processes, many more interleavings
  locationCount_ = rng_.between(shape_.locations.low, shape_.locations.high);
  if (locationCount_ == 1 && rng_.chance(50)) locationCount_ = 2;  // six scenarios need two
  lockCount_ = rng_.between(shape_.locks.low, shape_.locks.high);
  flagCount_ = rng_.between(shape_.flags.low, shape_.flags.high);
  static constexpr std::array<std::uint32_t, 5> kPercent = {100, 100, 100, 55, 35};
  sizePerProcess_ = std::max(1U, shape_.size * options_.size * kPercent[processCount_] / 10000);
  const bool quoted = options_.decorate && rng_.chance(50);
  for (std::uint32_t i = 0; i < locationCount_; ++i) {
    builder_.location((quoted ? "field " : "x") + std::to_string(i));
  }
  for (std::uint32_t i = 0; i < lockCount_; ++i) {
    const bool shared = rng_.chance(shape_.sharedLock);
    builder_.lock((quoted ? "a \"lock\"\t" : "m") + std::to_string(i), shared, rng_.chance(shape_.reentrantLock));
  }
  for (std::uint32_t i = 0; i < flagCount_; ++i) builder_.flag((quoted ? "\\flag\x01" : "f") + std::to_string(i));
  if (rng_.chance(shape_.disciplined)) {
    const bool byFlag = flagCount_ > 0 && (lockCount_ == 0 || rng_.chance(60));
    if (byFlag) {
      discipline_ = rng_.chance(50) ? Discipline::Require : Discipline::Claim;
    } else if (lockCount_ > 0) {
      discipline_ = Discipline::Lock;
    }
    obeyed_ = rng_.chance(60) ? 100 : 80;
  }
}

esl::Module Generator::make() {
  tables();
  processes();
  esl::Module module = builder_.finish();
  if (options_.decorate) decorate(module);
  return module;
}

void Generator::processes() {
  // main is usually the first process, but need not be.
  const std::uint32_t mainIndex = rng_.chance(80) ? 0 : rng_.below(processCount_);
  for (std::uint32_t i = 0; i < processCount_; ++i) {
    const ProcessId process = builder_.process(i == mainIndex ? std::string("main") : "p" + std::to_string(i));
    functionCount_.push_back(1 + rng_.between(shape_.helpers.low, shape_.helpers.high));
    for (std::uint32_t f = 0; f < functionCount_[i]; ++f) {
      builder_.function(process, f == 0 ? std::string("run") : "h" + std::to_string(f));
    }
  }
  for (std::uint32_t i = 0; i < processCount_; ++i) {
    const ProcessId process(i);
    if (i == mainIndex) {
      mainEntry(process);
    } else {
      entry(process);
    }
    for (std::uint32_t f = 1; f < functionCount_[i]; ++f) {
      if (rng_.chance(shape_.recursive)) {
        recursiveHelper(process, f);
      } else {
        helper(process, f);
      }
    }
  }
}

void Generator::helper(ProcessId process, std::uint32_t function) {
  Place place{&builder_.body(process, FunctionId(function)), process, function};
  if (rng_.chance(50)) {
    unit(place, 1 + rng_.below(3));
  } else {
    place.unitDepth = 1;  // mostly called within a unit
    blocks(place, 1 + rng_.below(3));
  }
  place.body->add(Op::Return);
}

// [before] (call itself [after] | nothing) return: left-, right- or not linear, or silent where both are empty.
void Generator::recursiveHelper(ProcessId process, std::uint32_t function) {
  Place place{&builder_.body(process, FunctionId(function)), process, function};
  place.unitDepth = rng_.below(2);
  const bool silent = !options_.loudRecursion || rng_.chance(40);
  FunctionBuilder& body = *place.body;
  const FunctionBuilder::Label again = body.newLabel();
  const FunctionBuilder::Label out = body.newLabel();
  const std::uint32_t self = rng_.chance(80) ? function : rng_.between(1, functionCount_[process.index()] - 1);
  const bool nested = !silent && lockCount_ > 0 && rng_.chance(30);
  if (nested) lockOp(place, Op::Lock, LockId(0), false);
  if (!silent && rng_.chance(60)) blocks(place, 1 + rng_.below(2));
  if (silent && rng_.chance(50)) body.add(Op::Skip);
  body.choice({again, out});
  body.place(again);
  body.add(Op::Call, silent ? function : self);
  if (!silent && rng_.chance(60)) blocks(place, 1 + rng_.below(2));
  body.place(out);
  if (nested) {
    lockOp(place, Op::Unlock, LockId(0), false);
  } else {
    body.add(Op::Skip);
  }
  body.add(Op::Return);
}

void Generator::entry(ProcessId process) {
  Place place{&builder_.body(process, FunctionId(0)), process, 0};
  if (discipline_ == Discipline::Require && rng_.chance(obeyed_)) place.body->add(Op::Require, 0);
  if (discipline_ != Discipline::Require && flagCount_ > 0 && rng_.chance(20)) flag(place);
  units(place, processSize());
  if (rng_.chance(10) && processCount_ > 2) place.body->add(Op::Start, rng_.below(processCount_));
  place.body->add(Op::Return);
}

// [a unit] start all [units] [join some, a unit].
void Generator::mainEntry(ProcessId process) {
  Place place{&builder_.body(process, FunctionId(0)), process, 0};
  FunctionBuilder& body = *place.body;
  if (rng_.chance(15)) unit(place, 2);
  for (std::uint32_t i = 0; i < processCount_; ++i) {
    if (i == process.raw || rng_.chance(3)) continue;
    body.add(Op::Start, i);
    if (rng_.chance(shape_.flags.high > 0 ? 12 : 5)) body.add(Op::Join, i);
  }
  const bool lateSet = rng_.chance(50);
  if (discipline_ == Discipline::Require && !lateSet) body.add(Op::Set, 0);
  if (processCount_ == 2 || rng_.chance(60)) units(place, processSize());
  if (discipline_ == Discipline::Require && lateSet) body.add(Op::Set, 0);
  if (rng_.chance(20)) {
    for (std::uint32_t i = 0; i < processCount_; ++i) {
      if (i != process.raw && rng_.chance(80)) body.add(Op::Join, i);
    }
    unit(place, 2);
  }
  body.add(Op::Return);
}

// One or more outermost units, perhaps for ever in a loop.
void Generator::units(Place& place, std::uint32_t size) {
  FunctionBuilder& body = *place.body;
  const bool looping = rng_.chance(25);
  const FunctionBuilder::Label head = body.newLabel();
  const FunctionBuilder::Label out = body.newLabel();
  body.place(head);
  if (rng_.chance(8)) access(place);
  while (true) {
    const std::uint32_t part = std::min(size, std::max(3U, 1 + rng_.below(size + 1)));
    protectedUnit(place, part);
    if (size <= part + 2 || rng_.chance(30)) break;
    size -= part;
    if (flagCount_ > 0 && rng_.chance(25)) flag(place);
  }
  if (looping) {
    body.choice({head, out});
    body.place(out);
    if (body.size() == 0 || rng_.chance(10)) body.add(Op::Skip);
  }
}

void Generator::protectedUnit(Place& place, std::uint32_t size) {
  FunctionBuilder& body = *place.body;
  const bool obeys = rng_.chance(obeyed_);
  if (discipline_ == Discipline::Claim && obeys) body.add(Op::Claim, 0);
  if (discipline_ != Discipline::Lock || !obeys) return unit(place, size);
  const LockId guard(0);
  const bool outside = rng_.chance(60);
  const bool trying = rng_.chance(8);
  if (!outside) {
    body.add(Op::UnitBegin);
    ++place.unitDepth;
  }
  if (trying) {
    tried(place, guard, size);
  } else {
    locked(place, guard, size);
  }
  if (!outside) {
    body.add(Op::UnitEnd);
    --place.unitDepth;
  }
}

void Generator::blocks(Place& place, std::uint32_t size) {
  while (size > 0) size -= std::min(size, block(place, size));
}

Block Generator::pickBlock(const Place& place, std::uint32_t size) {
  std::array<std::uint32_t, kBlocks> weights = shape_.weights;
  if (size < 3) weights[kUnit] = weights[kLock] = weights[kTry] = weights[kChoice] = weights[kLoop] = 0;
  if (lockCount_ == 0) weights[kLock] = weights[kTry] = weights[kOdd] = 0;
  if (place.held.empty()) weights[kWait] = 0;
  if (flagCount_ == 0) weights[kFlag] = 0;
  if (place.function + 1 >= functionCount_[place.process.index()]) weights[kCall] = 0;
  std::uint32_t total = 0;
  for (std::uint32_t weight : weights) total += weight;
  std::uint32_t at = rng_.below(total);
  for (std::uint32_t i = 0; i < kBlocks; ++i) {
    if (at < weights[i]) return static_cast<Block>(i);
    at -= weights[i];
  }
  return kAccess;
}

// Writes one block of at most about `size` statements. Returns: how much of `size` it used.
std::uint32_t Generator::block(Place& place, std::uint32_t size) {
  const Block kind = pickBlock(place, size);
  const std::uint32_t inner = size < 3 ? 0 : 1 + rng_.below(size - 2);
  switch (kind) {
    case kAccess: access(place); return 1;
    case kUnit: unit(place, inner); return inner + 2;
    case kLock: locked(place, anyLock(), inner); return inner + 2;
    case kTry: tried(place, anyLock(), inner); return inner + 2;
    case kWait: wait(place); return 1;
    case kCall:
      place.body->add(Op::Call, rng_.between(place.function + 1, functionCount_[place.process.index()] - 1));
      return 2;
    case kChoice: branches(place, inner); return inner + 2;
    case kLoop: loop(place, inner); return inner + 2;
    case kSplit: place.body->add(Op::UnitSplit); return 1;
    case kFlag: flag(place); return 1;
    case kOdd: odd(place); return 1;
    case kBlocks: break;
  }
  return size;
}

void Generator::access(Place& place) {
  esl::Stmt stmt;
  const std::uint32_t kind = rng_.below(place.readsOnly ? 55 : 100);
  stmt.op = kind < 47 ? Op::Read : kind < 92 ? Op::Write : Op::Update;
  stmt.operand = rng_.below(locationCount_);
  if (stmt.operand == place.location && rng_.chance(50)) stmt.operand = rng_.below(locationCount_);
  place.location = stmt.operand;
  stmt.atomic = stmt.op != Op::Update && rng_.chance(10);
  stmt.may = rng_.chance(4);
  place.body->add(stmt);
}

void Generator::unit(Place& place, std::uint32_t size) {
  place.body->add(Op::UnitBegin);
  ++place.unitDepth;
  blocks(place, std::max(1U, size));
  --place.unitDepth;
  place.body->add(Op::UnitEnd);
}

void Generator::lockOp(Place& place, Op op, LockId lock, bool shared) {
  esl::Stmt stmt;
  stmt.op = op;
  stmt.operand = lock.raw;
  stmt.shared = shared;
  place.body->add(stmt);
}

// Takes the lock around a block; around a unit, where none is open yet.
void Generator::locked(Place& place, LockId lock, std::uint32_t size) {
  bool holds = false;
  for (LockId held : place.held) holds = holds || held == lock;
  if (holds && !builder_.module().locks[lock.index()].reentrant && !rng_.chance(15)) return access(place);
  const bool before = place.readsOnly;
  const bool shared = wantsShared(lock, 55);
  if (shared && rng_.chance(80)) place.readsOnly = true;
  lockOp(place, Op::Lock, lock, shared);
  place.held.push_back(lock);
  if (place.unitDepth == 0) {
    unit(place, size);
  } else {
    blocks(place, std::max(1U, size));
  }
  place.held.pop_back();
  lockOp(place, Op::Unlock, lock, shared);
  place.readsOnly = before;
}

void Generator::tried(Place& place, LockId lock, std::uint32_t size) {
  FunctionBuilder& body = *place.body;
  const FunctionBuilder::Label otherwise = body.newLabel();
  const bool shared = wantsShared(lock, 40);
  body.tryLock(lock, shared, otherwise);
  place.held.push_back(lock);
  if (place.unitDepth == 0) {
    unit(place, size);
  } else {
    blocks(place, std::max(1U, size));
  }
  place.held.pop_back();
  lockOp(place, Op::Unlock, lock, shared);
  body.place(otherwise);
  if (rng_.chance(15)) {
    access(place);
  } else {
    body.add(Op::Skip);
  }
}

void Generator::wait(Place& place) {
  const LockId lock = place.held[rng_.below(static_cast<std::uint32_t>(place.held.size()))];
  if (rng_.chance(65)) place.body->add(Op::UnitSplit);
  lockOp(place, Op::Wait, lock, wantsShared(lock, 50));
}

void Generator::branches(Place& place, std::uint32_t size) {
  FunctionBuilder& body = *place.body;
  const std::uint32_t ways = rng_.chance(80) ? 2 : 3;
  std::vector<FunctionBuilder::Label> labels;
  for (std::uint32_t i = 0; i < ways; ++i) labels.push_back(body.newLabel());
  const FunctionBuilder::Label end = body.newLabel();
  body.choice(labels);
  for (std::uint32_t i = 0; i < ways; ++i) {
    body.place(labels[i]);
    if (i == 0 || rng_.chance(60)) {
      blocks(place, std::max(1U, size / ways));
    } else {
      body.add(Op::Skip);
    }
    if (i + 1 < ways) body.jump(end);
  }
  body.place(end);
  body.add(Op::Skip);
}

void Generator::loop(Place& place, std::uint32_t size) {
  FunctionBuilder& body = *place.body;
  const FunctionBuilder::Label head = body.newLabel();
  const FunctionBuilder::Label in = body.newLabel();
  const FunctionBuilder::Label out = body.newLabel();
  body.place(head);
  body.choice({in, out});
  body.place(in);
  blocks(place, std::max(1U, size));
  body.jump(head);
  body.place(out);
  body.add(Op::Skip);
}

void Generator::flag(Place& place) {
  const std::uint32_t kind = rng_.below(100);
  place.body->add(kind < 45 ? Op::Set : kind < 75 ? Op::Require : Op::Claim, rng_.below(flagCount_));
}

// Something that a program should not do, or that nothing closes.
void Generator::odd(Place& place) {
  FunctionBuilder& body = *place.body;
  const LockId lock = anyLock();
  const FunctionBuilder::Label out = body.newLabel();
  const FunctionBuilder::Label on = body.newLabel();
  switch (rng_.below(9)) {
    case 0: lockOp(place, Op::Unlock, lock, wantsShared(lock, 50)); break;
    case 1: lockOp(place, Op::Lock, lock, wantsShared(lock, 50)); break;
    case 2: body.add(Op::UnitEnd); break;
    case 3: body.add(Op::UnitBegin); break;
    case 4: {
      const Op op = rng_.chance(50) ? Op::Start : Op::Join;  // drawn first: the order of arguments is not defined
      body.add(op, rng_.below(processCount_));
      break;
    }
    case 5: lockOp(place, Op::Wait, lock, wantsShared(lock, 50)); break;
    case 6: body.tryLock(lock, wantsShared(lock, 50), out); break;
    case 7:  // leaves the function, whatever is open
      body.choice({on, out});
      body.place(on);
      body.add(Op::Return);
      break;
    case 8: {  // two locks given back in the order they were taken
      const LockId other = anyLock();
      lockOp(place, Op::Lock, lock, false);
      lockOp(place, Op::Lock, other, false);
      access(place);
      lockOp(place, Op::Unlock, lock, false);
      access(place);
      lockOp(place, Op::Unlock, other, false);
      break;
    }
    default: break;
  }
  body.place(out);
  access(place);
}

void Generator::decorate(esl::Module& module) {
  const FileId file = module.files.intern("dir/a \"b\".cpp");
  std::uint32_t line = 0;
  const auto next = [&]() -> SourceLoc { return {file, ++line, rng_.chance(50) ? rng_.between(1, 80) : 0}; };
  for (esl::Location& location : module.locations) location.loc = next();
  for (esl::Lock& lock : module.locks) lock.loc = next();
  for (esl::Flag& flag : module.flags) flag.loc = next();
  for (esl::Process& process : module.processes) {
    process.loc = next();
    for (esl::Function& function : process.functions) {
      function.loc = next();
      for (esl::Stmt& stmt : function.body) {
        stmt.loc = next();
        const bool hasText = esl::isAccess(stmt.op) || stmt.op == Op::UnitBegin;
        if (hasText && rng_.chance(50))
          stmt.text = module.texts.intern("this->a[" + std::to_string(rng_.below(4)) + "] \"\\");
      }
    }
  }
}

}  // namespace

std::span<const Profile> profiles() { return kProfiles; }

std::string_view nameOf(Profile profile) { return kShapes[static_cast<std::size_t>(profile)].name; }

std::optional<Profile> findProfile(std::string_view name) {
  for (Profile profile : kProfiles) {
    if (nameOf(profile) == name) return profile;
  }
  return std::nullopt;
}

esl::Module randomModule(std::uint64_t seed, const RandomModuleOptions& options) {
  return Generator(seed, options).make();
}

}  // namespace empire::test
