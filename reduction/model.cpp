#include "reduction/model.h"

#include <algorithm>

#include "reduction/body.h"

namespace empire::reduction {

using esl::Op;
using program::FunctionId;
using program::ObjectId;
using program::Place;
using program::Program;

namespace {

constexpr std::size_t kMostCopies = 400;  // of one function in one process

std::vector<Tracking> trackAll(const Facts& facts, const std::vector<bool>& coarse) {
  std::vector<Tracking> trackings(facts.program.functions.size());
  const std::vector<bool> nothing(facts.program.objects.size(), false);
  for (std::size_t f = 0; f < trackings.size(); ++f) {
    if (!facts.slice.keep[f] || !facts.slice.reachable[f]) {
      trackings[f].tracked.resize(facts.program.functions[f].values.size(), false);
      trackings[f].liveBefore.resize(facts.program.functions[f].nodes.size());
      continue;
    }
    trackings[f] = track(facts.program.functions[f], coarse[f] ? nothing : facts.interesting);
  }
  return trackings;
}

void declare(const Facts& facts, Model& model) {
  const Program& program = facts.program;
  model.shell.files = program.files;
  for (const FieldLocation& location : facts.locations.list()) {
    model.shell.locations.push_back({location.name, location.loc});
  }
  std::set<std::string> names;
  for (const Place& place : facts.slice.locks) {
    const LockFacts& lock = facts.locks.at(place);
    std::string name = lock.name;
    for (int n = 2; !names.insert(name).second; ++n) name = lock.name + "#" + std::to_string(n);
    model.lockIds.emplace(place, esl::LockId(model.shell.locks.size()));
    model.shell.locks.push_back({name, lock.declared, lock.shared, lock.reentrant});
  }
  if (facts.slice.publication) model.published = esl::FlagId(model.addFlag("published"));
  if (facts.isolated) model.theObject = esl::FlagId(model.addFlag("the-object"));
}

// The first function of main: initialisers, main and finalisers one after the other.
void writeMain(const Facts& facts, const std::vector<Tracking>& trackings, Model& model) {
  Model::Thread& main = model.threads[0];
  std::vector<FunctionId> order = facts.program.initialisers;
  if (facts.program.main.valid()) order.push_back(facts.program.main);
  order.insert(order.end(), facts.program.finalisers.begin(), facts.program.finalisers.end());
  GraphFunction whole;
  whole.name = "program";
  main.keys.push_back({});
  main.code.functions.emplace_back();
  std::uint32_t at = whole.add(statement(Op::Skip));
  for (FunctionId function : order) {
    const std::size_t f = function.index();
    main.creator = main.creator || facts.slice.allocates[f];
    const program::Function& body = facts.program.functions[f];
    FunctionKey key{function, std::vector<Chosen>(body.params.size()), Mode::None, false};
    for (std::size_t p = 0; p < body.params.size(); ++p) {
      if (trackings[f].tracked[body.params[p].index()]) key.params[p] = kElsewhere;
    }
    const std::uint32_t choice = whole.add(statement(Op::Choice));
    whole.link(at, choice);
    at = whole.add(statement(Op::Skip));
    for (const bool unwinding : {false, true}) {
      if (unwinding ? !facts.exits.unwinds[f] : !facts.exits.returns[f] && facts.exits.unwinds[f]) continue;
      key.unwinding = unwinding;
      esl::Stmt stmt = facts.slice.keep[f] ? statement(Op::Call, model.functionId(0, key)) : statement(Op::Skip);
      stmt.loc = body.loc;
      const std::uint32_t call = whole.add(stmt);
      whole.link(choice, call);
      const bool goesOn = !unwinding && facts.exits.returns[f];
      whole.link(call, goesOn ? at : whole.add(statement(Op::Choice)));
    }
  }
  whole.link(at, whole.add(statement(Op::Return)));
  main.code.name = "main";
  main.code.entry = esl::FunctionId(0);
  main.code.functions[0] = std::move(whole);
  if (facts.program.main.valid()) main.code.loc = facts.program.functions[facts.program.main.index()].loc;
}

// The thread's function; where it can throw, a frame around it in which that is the end.
void writeEntry(const Facts& facts, Model& model, std::uint32_t thread) {
  const StartKey key = model.threads[thread].key;
  const bool throws = facts.exits.unwinds[key.entry.index()];
  GraphProcess& code = model.threads[thread].code;
  code.entry = esl::FunctionId(0);
  if (!throws) {
    model.functionId(thread, {key.entry, key.params, Mode::None, false});
    return;
  }
  model.threads[thread].keys.push_back({});
  code.functions.emplace_back();
  GraphFunction frame;
  frame.name = "thread";
  frame.loc = facts.program.functions[key.entry.index()].loc;
  const std::uint32_t choice = frame.add(statement(Op::Choice));
  for (const bool unwinding : {false, true}) {
    if (!unwinding && !facts.exits.returns[key.entry.index()]) continue;
    const FunctionKey copy{key.entry, key.params, Mode::None, unwinding};
    const std::uint32_t call = frame.add(statement(Op::Call, model.functionId(thread, copy)));
    frame.link(choice, call);
    frame.link(call, frame.add(statement(unwinding ? Op::Choice : Op::Return)));
  }
  model.threads[thread].code.functions[0] = std::move(frame);
}

// A path that only leads to the exit of the other copy of the function is that copy's.
void dropDoomed(GraphFunction& function) {
  const std::size_t count = function.nodes.size();
  std::vector<std::size_t> open(count, 0);
  std::vector<std::vector<std::uint32_t>> before(count);
  std::vector<std::uint32_t> work;
  for (std::uint32_t n = 0; n < count; ++n) {
    open[n] = function.nodes[n].next.size();
    for (std::uint32_t next : function.nodes[n].next) before[next].push_back(n);
    if (open[n] == 0 && function.nodes[n].group == kOtherCopy) work.push_back(n);
  }
  std::vector<bool> doomed(count, false);
  while (!work.empty()) {
    const std::uint32_t n = work.back();
    work.pop_back();
    if (doomed[n]) continue;
    doomed[n] = true;
    for (std::uint32_t previous : before[n]) {
      if (--open[previous] == 0) work.push_back(previous);
    }
  }
  for (std::uint32_t n = 0; n < count; ++n) {
    if (!doomed[n]) continue;
    function.nodes[n].stmt = statement(Op::Choice);
    function.nodes[n].next.clear();
  }
}

void nameCopies(Model::Thread& thread) {
  std::set<std::string> names;
  for (std::size_t f = 0; f < thread.code.functions.size(); ++f) {
    std::string& name = thread.code.functions[f].name;
    if (thread.keys[f].unwinding) name += " (throws)";
    if (thread.keys[f].mode == Mode::Silent) name += " (outside the unit)";
    const std::string base = name;
    for (int n = 2; !names.insert(name).second; ++n) name = base + " [" + std::to_string(n) + "]";
  }
}

void writeThreads(const Facts& facts, const std::vector<Tracking>& trackings, Model& model) {
  model.threads.emplace_back();
  writeMain(facts, trackings, model);
  for (std::uint32_t t = 0; t < model.threads.size() && !model.overflow; ++t) {
    if (t != 0) writeEntry(facts, model, t);
    for (std::uint32_t f = 0; f < model.threads[t].keys.size() && !model.overflow; ++f) {
      const FunctionKey key = model.threads[t].keys[f];
      if (!key.function.valid()) continue;
      GraphFunction body = BodyWriter(facts, trackings, model, t, key).run();
      dropDoomed(body);
      model.threads[t].code.functions[f] = std::move(body);
      model.used.insert(key.function);
    }
    nameCopies(model.threads[t]);
  }
}

}  // namespace

std::uint32_t Model::functionId(std::uint32_t thread, const FunctionKey& key) {
  Thread& owner = threads[thread];
  const auto [found, fresh] = owner.ids.try_emplace(key, static_cast<std::uint32_t>(owner.keys.size()));
  if (!fresh) return found->second;
  owner.keys.push_back(key);
  owner.code.functions.emplace_back();
  const auto copies = std::count_if(owner.keys.begin(), owner.keys.end(),
                                    [&](const FunctionKey& other) { return other.function == key.function; });
  if (static_cast<std::size_t>(copies) > kMostCopies && !coarse[key.function.index()]) overflow = key.function;
  return found->second;
}

std::uint32_t Model::threadId(std::uint32_t starter, const StartKey& key, const Facts& facts) {
  const auto [found, fresh] = threadIds.try_emplace(key, static_cast<std::uint32_t>(threads.size()));
  if (fresh) {
    Thread& thread = threads.emplace_back();
    thread.key = key;
    thread.creator = facts.slice.allocates[key.entry.index()];
    thread.code.loc = facts.program.functions[key.starter.index()].nodes[key.node.index()].loc;
    if (threads.size() > kMostCopies && !coarse[key.entry.index()]) overflow = key.entry;
  }
  threads[found->second].startedBy.insert(starter);
  return found->second;
}

std::uint32_t Model::addFlag(std::string name) {
  shell.flags.push_back({std::move(name), {}});
  return static_cast<std::uint32_t>(shell.flags.size() - 1);
}

const Model::OnceFlags& Model::once(const Place& place, const Program& program) {
  const auto found = onceFlags.find(place);
  if (found != onceFlags.end()) return found->second;
  const std::string name =
      program.objects[place.object.index()].name + (place.offset == 0 ? "" : "+" + std::to_string(place.offset));
  OnceFlags flags;
  flags.claimed = addFlag("once " + name);
  flags.done = addFlag("done " + name);
  return onceFlags.emplace(place, flags).first->second;
}

std::vector<ObjectId> pointees(const Facts& facts, const FunctionKey& key, std::size_t param) {
  const program::Function& function = facts.program.functions[key.function.index()];
  const program::ValueId value = function.params[param];
  if (!key.params[param].valid()) return function.values[value.index()].objects;
  if (key.params[param] == kElsewhere) return {};
  return {key.params[param]};
}

bool isUnit(const Facts& facts, const FunctionKey& key) {
  if (facts.units.isNamed(key.function)) return true;
  const program::Function& function = facts.program.functions[key.function.index()];
  if (!function.methodOf.valid() || function.params.empty()) return false;
  for (ObjectId object : pointees(facts, key, 0)) {
    if (facts.locations.isOwner(object) && facts.units.family(function.methodOf, object)) return true;
  }
  for (std::size_t p : facts.units.unitfor(key.function)) {
    for (ObjectId object : pointees(facts, key, p)) {
      if (facts.locations.isOwner(object)) return true;
    }
  }
  return false;
}

Model writeModel(const Facts& facts) {
  std::vector<bool> coarse(facts.program.functions.size(), false);
  for (;;) {
    Model model;
    model.coarse = coarse;
    declare(facts, model);
    writeThreads(facts, trackAll(facts, coarse), model);
    if (!model.overflow) return model;
    coarse[model.overflow->index()] = true;
  }
}

}  // namespace empire::reduction
