#pragma once

#include "esl/builder.h"
#include "esl/witness.h"
#include "report/build.h"

namespace empire::report {

/// main: start t; unit "sum" { lock m; read x; unlock m; read y }
/// t:    set() { unit { write x; write y } }, called from its entry
/// and the execution in which t's unit falls between main's reads: scenario 9.
struct TornRead {
  esl::Module module;
  esl::Witness witness;
};

inline TornRead tornRead() {
  using esl::Op;
  esl::ModuleBuilder builder;
  const esl::LocationId x = builder.location("x");
  const esl::LocationId y = builder.location("y");
  const esl::LockId m = builder.lock("m");
  const esl::ProcessId main = builder.process("main");
  const esl::ProcessId t = builder.process("t");
  const esl::FunctionId run = builder.function(main, "run");
  const esl::FunctionId entry = builder.function(t, "entry");
  const esl::FunctionId set = builder.function(t, "set");
  const FileId file = builder.module().files.intern("a.esl");

  esl::FunctionBuilder& body = builder.body(main, run);
  body.add(Op::Start, t.raw);
  body.add(Op::UnitBegin);
  body[1].text = builder.module().texts.intern("sum");
  body.add(Op::Lock, m.raw);
  body.add(Op::Read, x.raw);
  body[3].text = builder.module().texts.intern("p->x");
  body.add(Op::Unlock, m.raw);
  body.add(Op::Read, y.raw);
  body.add(Op::UnitEnd);
  body.add(Op::Return);
  for (std::uint32_t i = 0; i < body.size(); ++i) body[i].loc = {file, i + 1, 3};

  builder.body(t, entry).add(Op::Skip);
  builder.body(t, entry).add(Op::Call, set.raw);
  builder.body(t, entry)[1].loc = {file, 20, 1};
  builder.body(t, entry).add(Op::Return);
  esl::FunctionBuilder& callee = builder.body(t, set);
  callee.add(Op::UnitBegin);
  callee.add(Op::Write, x.raw);
  callee.add(Op::Write, y.raw);
  callee.add(Op::UnitEnd);
  callee.add(Op::Return);
  for (std::uint32_t i = 0; i < callee.size(); ++i) callee[i].loc = {file, 30 + i, 1};

  TornRead torn;
  torn.witness.pattern = esl::patternsOf(9).front();
  torn.witness.first = main;
  torn.witness.second = t;
  torn.witness.l1 = x;
  torn.witness.l2 = y;
  torn.witness.steps = {{main, run, 0, 0}, {main, run, 1, 0}, {main, run, 2, 0}, {main, run, 3, 0},
                        {t, entry, 0, 0},  {t, entry, 1, 0},  {t, set, 0, 0},    {t, set, 1, 0},
                        {t, set, 2, 0},    {main, run, 4, 0}, {main, run, 5, 0}};
  torn.witness.accesses = {3, 7, 8, 10};
  torn.module = builder.finish();
  return torn;
}

/// An answer as an engine would give it: scenario 9 violated, 10 safe, 11 unknown, one race.
inline solver::Answer sampleAnswer(const TornRead& torn) {
  solver::Answer answer;
  answer.engine = "fake";
  answer.scenarios.push_back({9, solver::Verdict::Violation, "", 17, torn.witness});
  answer.scenarios.push_back({10, solver::Verdict::Safe, "", 40, std::nullopt});
  answer.scenarios.push_back(
      {11, solver::Verdict::Unknown, "the time limit was reached (--timeout)", 50, std::nullopt});
  answer.races.push_back(
      {torn.witness.l1, {torn.witness.first, esl::FunctionId(0), 3}, {torn.witness.second, esl::FunctionId(1), 1}});
  answer.racesComplete = false;
  answer.states = 50;
  return answer;
}

inline query::Query sampleQuery() {
  query::Query query;
  query.files = {"a.esl"};
  query.scenarios = {9, 10, 11};
  query.engine = "fake";
  return query;
}

inline Report sampleReport() {
  const TornRead torn = tornRead();
  return build(sampleQuery(), {"a.esl", "xxh3-128:0"}, torn.module, sampleAnswer(torn));
}

}  // namespace empire::report
