#include "benchmarks/models.h"

#include <array>
#include <string>
#include <vector>

#include "esl/builder.h"

namespace empire::benchmarks {

namespace {

using esl::FunctionBuilder;
using esl::LockId;
using esl::Op;

constexpr std::uint32_t kFields = 3;
constexpr std::uint32_t kNoMethod = UINT32_MAX;

struct Access {
  Op op;
  bool second;  // of the pair of fields
};

// Ways to read and write a pair of fields.
constexpr std::array<std::array<Access, 4>, 3> kOrders = {{
    {{{Op::Read, false}, {Op::Write, false}, {Op::Read, true}, {Op::Write, true}}},
    {{{Op::Read, false}, {Op::Read, true}, {Op::Write, true}, {Op::Write, false}}},
    {{{Op::Write, false}, {Op::Read, true}, {Op::Write, true}, {Op::Read, false}}},
}};

// Which method of the last thread of a buggy model forgets the guard.
std::uint32_t forgetfulMethod(const ModelOptions& options) {
  for (std::uint32_t i = options.methods; i-- > 0;) {
    if (i % options.locks != 0) return i;
  }
  return options.methods - 1;
}

void writeAccesses(FunctionBuilder& body, std::uint32_t method) {
  const std::uint32_t first = method % kFields;
  const std::uint32_t second = (first + 1 + method / kFields % 2) % kFields;
  for (const Access& access : kOrders[method / (2 * kFields) % kOrders.size()]) {
    body.add(access.op, access.second ? second : first);
  }
}

void writeMethod(FunctionBuilder& body, std::uint32_t method, std::uint32_t own, bool forgets) {
  constexpr std::uint32_t kGuard = 0;
  const bool takesOwn = own != kGuard || !forgets;
  const bool takesGuard = own != kGuard && !forgets;
  if (takesOwn) body.add(Op::Lock, own);
  body.add(Op::UnitBegin);
  if (takesGuard) body.add(Op::Lock, kGuard);
  writeAccesses(body, method);
  if (takesGuard) body.add(Op::Unlock, kGuard);
  body.add(Op::UnitEnd);
  if (takesOwn) body.add(Op::Unlock, own);
  body.add(Op::Return);
}

}  // namespace

esl::Module makeModel(const ModelOptions& options) {
  esl::ModuleBuilder builder;
  for (std::uint32_t i = 0; i < kFields; ++i) builder.location("field" + std::to_string(i));
  for (std::uint32_t i = 0; i < options.locks; ++i) builder.lock("lock" + std::to_string(i));
  const esl::ProcessId main = builder.process("main");
  const esl::FunctionId entry = builder.function(main, "main");
  for (std::uint32_t t = 0; t < options.threads; ++t) {
    const esl::ProcessId thread = builder.process("thread" + std::to_string(t));
    builder.body(main, entry).add(Op::Start, thread.raw);
    const esl::FunctionId run = builder.function(thread, "run");
    std::vector<esl::FunctionId> methods;
    for (std::uint32_t i = 0; i < options.methods; ++i) {
      methods.push_back(builder.function(thread, "method" + std::to_string(i)));
    }
    const bool last = t + 1 == options.threads;
    const std::uint32_t forgetful = options.buggy && last ? forgetfulMethod(options) : kNoMethod;
    for (std::uint32_t i = 0; i < options.methods; ++i) {
      writeMethod(builder.body(thread, methods[i]), i, i % options.locks, i == forgetful);
    }
    FunctionBuilder& loop = builder.body(thread, run);
    const FunctionBuilder::Label head = loop.newLabel();
    std::vector<FunctionBuilder::Label> branches;
    for (std::uint32_t i = 0; i < options.methods; ++i) branches.push_back(loop.newLabel());
    loop.place(head);
    loop.choice(branches);
    for (std::uint32_t i = 0; i < options.methods; ++i) {
      loop.place(branches[i]);
      loop.add(Op::Call, methods[i].raw);
      loop.jump(head);
    }
  }
  builder.body(main, entry).add(Op::Return);
  return builder.finish();
}

}  // namespace empire::benchmarks
