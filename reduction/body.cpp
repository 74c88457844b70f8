#include "reduction/body.h"

#include <algorithm>

namespace empire::reduction {

using esl::Op;
using program::Callee;
using program::Function;
using program::FunctionId;
using program::Node;
using program::NodeId;
using program::ObjectId;
using program::Operand;
using program::Place;
using program::ValueId;
using Does = program::Op;

namespace {

constexpr std::size_t kMostSlots = 20000;  // (node, choices) pairs of one copy
constexpr std::size_t kMostTargets = 64;   // (callee, choices) pairs of one call

Op accessOp(Does op) { return op == Does::Read ? Op::Read : op == Does::Write ? Op::Write : Op::Update; }

}  // namespace

BodyWriter::BodyWriter(const Facts& facts, const std::vector<Tracking>& trackings, Model& model, std::uint32_t thread,
                       const FunctionKey& key)
    : facts_(facts),
      trackings_(trackings),
      model_(model),
      thread_(thread),
      key_(key),
      function_(facts.program.functions[key.function.index()]),
      tracking_(trackings[key.function.index()]),
      mode_(key.mode) {}

// --- The graph ---

std::uint32_t BodyWriter::emit(std::uint32_t after, Op op, std::uint32_t operand) {
  esl::Stmt stmt = statement(op, operand);
  if (node_ != nullptr) {
    stmt.loc = node_->loc;
    if (!node_->text.empty()) stmt.text = model_.shell.texts.intern(node_->text);
  } else {
    stmt.loc = function_.loc;
  }
  if (op == Op::UnitBegin) stmt.text = model_.shell.texts.intern(function_.name);
  const std::uint32_t added = graph_.add(stmt);
  graph_.link(after, added);
  return added;
}

std::uint32_t BodyWriter::slot(NodeId node, const Env& env) {
  Env needed;
  const std::vector<ValueId>& live = tracking_.liveBefore[node.index()];
  for (const auto& entry : env) {
    if (std::binary_search(live.begin(), live.end(), entry.first)) needed.push_back(entry);
  }
  const auto [found, fresh] = slots_.try_emplace({node, std::move(needed)}, 0);
  if (fresh) {
    found->second = graph_.add(statement(Op::Skip));
    work_.push_back(found);
    if (slots_.size() > kMostSlots && !model_.coarse[key_.function.index()]) model_.overflow = key_.function;
  }
  return found->second;
}

void BodyWriter::goOn(std::uint32_t at, const Env& env) {
  if (node_->next.empty()) return deadEnd(at);
  if (node_->next.size() > 1) at = emit(at, Op::Choice);
  for (NodeId next : node_->next) goTo(at, next, env);
}

void BodyWriter::leave(std::uint32_t at, bool unwinding) {
  // The other copy of this function leaves so.
  if (unwinding != key_.unwinding) {
    graph_.nodes[emit(at, Op::Choice)].group = kOtherCopy;
    return;
  }
  if (opened_) at = emit(at, Op::UnitEnd);
  emit(at, Op::Return);
}

GraphFunction BodyWriter::run() {
  graph_.name = function_.name;
  graph_.loc = function_.loc;
  std::uint32_t at = graph_.add(statement(Op::Skip));
  if (mode_ == Mode::None) {
    const bool unit = isUnit(facts_, key_);
    opened_ = unit || facts_.slice.ownAccess[key_.function.index()];
    if (opened_) {
      at = emit(at, Op::UnitBegin);
      mode_ = unit ? Mode::Method : Mode::Own;
    }
  }
  if (function_.nodes.empty()) {
    leave(at, false);
    return std::move(graph_);
  }
  Env env;
  for (std::size_t p = 0; p < function_.params.size(); ++p) {
    if (key_.params[p].valid()) env.emplace_back(function_.params[p], key_.params[p]);
  }
  std::sort(env.begin(), env.end());
  goTo(at, NodeId(0), env);
  while (!work_.empty() && !model_.overflow) {
    const auto item = work_.back();
    work_.pop_back();
    nodeId_ = item->first.first;
    node_ = &function_.nodes[nodeId_.index()];
    write(item->second, item->first.second);
  }
  return std::move(graph_);
}

// --- The operations ---

void BodyWriter::write(std::uint32_t at, const Env& env) {
  switch (node_->op) {
    case Does::Skip:
    case Does::Free: return goOn(at, env);
    case Does::Read:
    case Does::Write:
    case Does::Update: return access(at, env);
    case Does::Lock:
    case Does::Unlock:
    case Does::Wait: return lockOperation(at, env);
    case Does::TryLock: return tryLock(at, env);
    case Does::Call: return call(at, env);
    case Does::Start: return start(at, env);
    case Does::Join: return join(at, env);
    case Does::Alloc:
    case Does::Define: return define(at, env);
    case Does::Once: return once(at, env);
    case Does::OnceBegin: return onceBegin(at, env);
    case Does::OnceEnd: return goOn(onceEnd(at, env), env);
    case Does::Publish:
    case Does::External: return node_->defines.valid() ? define(publish(at), env) : goOn(publish(at), env);
    case Does::Return: return leave(at, false);
    case Does::Unwind: return leave(at, true);
    case Does::Stop: return deadEnd(at);
  }
}

bool BodyWriter::certain(const Resolved& resolved) const {
  if (resolved.places.size() != 1 || resolved.unknown) return false;
  const program::Object& object = facts_.program.objects[resolved.places[0].object.index()];
  return object.isQuery || (object.exact && !object.array);
}

std::vector<std::uint32_t> BodyWriter::touch(std::uint32_t at, const Touch& touch, bool may) {
  const auto one = [&](std::uint32_t after, std::uint32_t location) {
    const std::uint32_t added = emit(after, accessOp(node_->op), location);
    graph_.nodes[added].stmt.may = may;
    graph_.nodes[added].stmt.atomic = node_->atomic && node_->op != Does::Update;
    return added;
  };
  if (touch.all) {
    for (std::uint32_t location : touch.locations) at = one(at, location);
    return {at};
  }
  if (touch.locations.size() == 1) return {one(at, touch.locations[0])};
  const std::uint32_t choice = emit(at, Op::Choice);
  std::vector<std::uint32_t> ends;
  for (std::uint32_t location : touch.locations) ends.push_back(one(choice, location));
  if (!touch.repeat) return ends;
  for (std::uint32_t end : ends) graph_.link(end, choice);
  return {choice};
}

void BodyWriter::access(std::uint32_t at, const Env& env) {
  if (mode_ == Mode::Silent || mode_ == Mode::None) return goOn(at, env);
  const Resolved resolved = resolve(node_->operand, env);
  std::vector<Touch> touches;
  bool asked = false;
  for (const Place& place : resolved.places) {
    if (!facts_.locations.matters(place.object)) continue;
    Touch found = facts_.locations.touch(place, node_->operand.size);
    if (found.locations.empty()) continue;
    asked = asked || facts_.locations.isAsked(place.object);
    const bool known = std::any_of(touches.begin(), touches.end(), [&](const Touch& touch) {
      return touch.locations == found.locations && touch.all == found.all;
    });
    if (!known) touches.push_back(std::move(found));
  }
  if (touches.empty()) return goOn(at, env);
  if (asked && model_.published.valid() && !model_.threads[thread_].creator) {
    at = emit(at, Op::Require, model_.published.raw);
  }
  const bool may = !certain(resolved);
  if (touches.size() > 1) at = emit(at, Op::Choice);
  for (const Touch& item : touches) {
    for (std::uint32_t end : touch(at, item, may)) goOn(end, env);
  }
}

std::vector<esl::LockId> BodyWriter::locksOf(const Resolved& resolved, bool& rest) const {
  std::vector<esl::LockId> locks;
  rest = resolved.unknown || resolved.places.empty();
  const bool releases = node_->op == Does::Unlock || node_->op == Does::Wait;
  for (const auto& [place, lock] : model_.lockIds) {
    const bool named = std::binary_search(resolved.places.begin(), resolved.places.end(), place);
    if (named || (resolved.unknown && releases)) locks.push_back(lock);
  }
  for (const Place& place : resolved.places) rest = rest || model_.lockIds.count(place) == 0;
  return locks;
}

void BodyWriter::lockOperation(std::uint32_t at, const Env& env) {
  const Resolved resolved = resolve(node_->operand, env);
  if (node_->op == Does::Wait) {
    if (facts_.options.splitWaits && mode_ != Mode::None) {
      at = emit(at, Op::UnitSplit);
      model_.waits.push_back(node_->loc);
    }
  }
  bool rest = false;
  const std::vector<esl::LockId> locks = locksOf(resolved, rest);
  if (locks.empty()) return goOn(at, env);
  const bool several = locks.size() > 1 || rest;
  if (several) at = emit(at, Op::Choice);
  const std::uint32_t group = several ? ++groups_ : 0;
  for (esl::LockId lock : locks) {
    const Op op = node_->op == Does::Lock ? Op::Lock : node_->op == Does::Unlock ? Op::Unlock : Op::Wait;
    const std::uint32_t added = emit(at, op, lock.raw);
    graph_.nodes[added].stmt.shared = node_->shared && model_.shell.locks[lock.index()].shared;
    graph_.nodes[added].group = group;
    goOn(added, env);
  }
  if (rest) goOn(emit(at, Op::Skip), env);
}

void BodyWriter::tryLock(std::uint32_t at, const Env& env) {
  bool rest = false;
  const std::vector<esl::LockId> locks = locksOf(resolve(node_->operand, env), rest);
  if (node_->next.empty()) return deadEnd(at);
  if (locks.empty()) return goOn(at, env);
  const NodeId taken = node_->next.front(), failed = node_->next.back();
  if (locks.size() > 1 || rest) at = emit(at, Op::Choice);
  for (esl::LockId lock : locks) {
    const std::uint32_t added = emit(at, Op::TryLock, lock.raw);
    graph_.nodes[added].stmt.shared = node_->shared;
    goTo(added, taken, env);
    goTo(added, failed, env);
  }
  if (rest) goOn(emit(at, Op::Skip), env);
}

std::vector<Chosen> BodyWriter::definedChoices(const Env& env) const {
  const program::Value& value = function_.values[node_->defines.index()];
  if (node_->op != Does::Define || node_->sources.empty()) {
    return choicesOf(value.objects, value.unknown, facts_.interesting);
  }
  std::vector<Chosen> choices;
  for (ValueId source : node_->sources) {
    const auto chosen = std::find_if(env.begin(), env.end(), [&](const auto& entry) { return entry.first == source; });
    if (chosen != env.end()) {
      choices.push_back(chosen->second);
      continue;
    }
    const program::Value& from = function_.values[source.index()];
    const std::vector<Chosen> all = choicesOf(from.objects, from.unknown, facts_.interesting);
    choices.insert(choices.end(), all.begin(), all.end());
  }
  for (Chosen& choice : choices) {
    const bool possible = std::binary_search(value.objects.begin(), value.objects.end(), choice);
    if (choice != kElsewhere && !possible) choice = kElsewhere;
  }
  std::sort(choices.begin(), choices.end());
  choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
  return choices;
}

void BodyWriter::define(std::uint32_t at, const Env& env) {
  const ValueId value = node_->defines;
  Env others;
  for (const auto& entry : env) {
    if (entry.first != value) others.push_back(entry);
  }
  const bool wanted = value.valid() && tracking_.tracked[value.index()] &&
                      std::any_of(node_->next.begin(), node_->next.end(), [&](NodeId next) {
                        const std::vector<ValueId>& live = tracking_.liveBefore[next.index()];
                        return std::binary_search(live.begin(), live.end(), value);
                      });
  if (!wanted) return goOn(at, others);
  const std::vector<Chosen> choices = definedChoices(env);
  if (choices.size() > 1) at = emit(at, Op::Choice);
  for (Chosen choice : choices) {
    Env with = others;
    with.emplace_back(value, choice);
    std::sort(with.begin(), with.end());
    const bool claims = node_->op == Does::Alloc && facts_.isolated && choice != kElsewhere &&
                        facts_.locations.isAsked(choice) && facts_.program.objects[choice.index()].isQuery;
    goOn(claims ? emit(at, Op::Claim, model_.theObject.raw) : emit(at, Op::Skip), with);
  }
}

std::uint32_t BodyWriter::publish(std::uint32_t at) {
  const bool after = facts_.afterCreation[key_.function.index()][nodeId_.index()];
  if (!model_.published.valid() || !after || !mayPublish(*node_)) return at;
  return emit(at, Op::Set, model_.published.raw);
}

std::uint32_t BodyWriter::splitOwn(std::uint32_t at) {
  return mode_ == Mode::Own || mode_ == Mode::Silent ? emit(at, Op::UnitSplit) : at;
}

// --- Calls ---

void BodyWriter::call(std::uint32_t at, const Env& env) {
  at = publish(at);
  const bool unseen = node_->calleesUnknown || node_->callees.empty();
  at = emit(at, Op::Choice);
  for (const Target& target : targets(env)) callTarget(at, env, target);
  if (!unseen) return;
  afterCall(emit(at, Op::Skip), env, false);
  if (node_->next.size() > 1) afterCall(emit(at, Op::Skip), env, true);
}

void BodyWriter::callTarget(std::uint32_t at, const Env& env, const Target& target) {
  const std::size_t f = target.function.index();
  if (!facts_.slice.keep[f]) {
    if (facts_.exits.returns[f]) afterCall(emit(at, Op::Skip), env, false);
    if (facts_.exits.unwinds[f]) afterCall(emit(at, Op::Skip), env, true);
    return;
  }
  if (mode_ != Mode::Own) return callIn(at, env, target, mode_, false);
  const FunctionKey key{target.function, target.params, Mode::None, false};
  const bool ownUnit = facts_.program.functions[f].user || isUnit(facts_, key);
  if (!ownUnit) return callIn(at, env, target, Mode::Own, false);
  callIn(at, env, target, Mode::Silent, false);
  if (facts_.slice.accesses[f]) callIn(at, env, target, Mode::None, true);
}

// `reopen`: the present unit ends before the call and a new one begins after it.
void BodyWriter::callIn(std::uint32_t at, const Env& env, const Target& target, Mode mode, bool reopen) {
  const std::size_t f = target.function.index();
  for (const bool unwinding : {false, true}) {
    // Functions that never leave are entered all the same.
    const bool possible = unwinding ? facts_.exits.unwinds[f] : facts_.exits.returns[f] || !facts_.exits.unwinds[f];
    if (!possible) continue;
    std::uint32_t here = emit(at, Op::Skip);
    if (reopen) here = emit(here, Op::UnitEnd);
    here = emit(here, Op::Call, model_.functionId(thread_, {target.function, target.params, mode, unwinding}));
    if (reopen) here = emit(here, Op::UnitBegin);
    if (!unwinding && !facts_.exits.returns[f]) {
      deadEnd(here);
    } else {
      afterCall(here, env, unwinding);
    }
  }
}

void BodyWriter::afterCall(std::uint32_t at, const Env& env, bool unwinding) {
  if (unwinding) return node_->next.size() > 1 ? goTo(at, node_->next[1], env) : leave(at, true);
  if (doneFlag_) at = emit(at, Op::Set, *doneFlag_);
  if (node_->next.empty()) return deadEnd(at);
  const ValueId value = node_->defines;
  Env others;
  for (const auto& entry : env) {
    if (entry.first != value) others.push_back(entry);
  }
  if (!value.valid() || !tracking_.tracked[value.index()]) return goTo(at, node_->next[0], others);
  const std::vector<Chosen> choices = definedChoices(env);
  if (choices.size() > 1) at = emit(at, Op::Choice);
  for (Chosen choice : choices) {
    Env with = others;
    with.emplace_back(value, choice);
    std::sort(with.begin(), with.end());
    goTo(at, node_->next[0], with);
  }
}

void BodyWriter::start(std::uint32_t at, const Env& env) {
  at = splitOwn(publish(at));
  bool any = node_->callees.empty() || node_->calleesUnknown;
  const std::uint32_t choice = emit(at, Op::Choice);
  for (const Target& target : targets(env)) {
    if (!facts_.slice.keep[target.function.index()]) {
      any = true;
      continue;
    }
    const StartKey key{key_.function, nodeId_, target.function, target.params};
    goOn(emit(choice, Op::Start, model_.threadId(thread_, key, facts_)), env);
  }
  if (any || graph_.nodes[choice].next.empty()) goOn(emit(choice, Op::Skip), env);
}

void BodyWriter::join(std::uint32_t at, const Env& env) {
  const Resolved resolved = resolve(node_->operand, env);
  Model::JoinSite site;
  site.function = key_.function;
  site.root = node_->operand.root;
  for (const Place& place : resolved.places) site.handles.push_back(place.object);
  site.unknown = resolved.unknown;
  site.loc = node_->loc;
  model_.joins.push_back(std::move(site));
  at = emit(at, Op::Join, static_cast<std::uint32_t>(model_.joins.size() - 1));
  const bool inSource = node_->name.empty();  // else the program only relies on an earlier join
  goOn(inSource ? splitOwn(at) : at, env);
}

// One caller claims the body and runs it; all others wait until it has been run. A body that can throw may run again.
void BodyWriter::once(std::uint32_t at, const Env& env) {
  const std::vector<Target> all = targets(env);
  const bool kept = std::any_of(all.begin(), all.end(),
                                [&](const Target& target) { return facts_.slice.keep[target.function.index()]; });
  if (!kept) return call(at, env);
  const bool throws = std::any_of(all.begin(), all.end(),
                                  [&](const Target& target) { return facts_.exits.unwinds[target.function.index()]; });
  const Resolved flag = resolve(node_->operand, env);
  at = emit(at, Op::Choice);
  if (!certain(flag) || flag.places[0].offset < 0) {
    call(emit(at, Op::Skip), env);
    return afterCall(emit(at, Op::Skip), env, false);
  }
  const Model::OnceFlags flags = model_.once(flag.places[0], facts_.program);
  afterCall(emit(at, Op::Require, flags.done), env, false);
  doneFlag_ = flags.done;
  call(throws ? emit(at, Op::Skip) : emit(at, Op::Claim, flags.claimed), env);
  doneFlag_.reset();
}

// The body of a once region cannot be left without reaching its end.
bool BodyWriter::onceBodyEnds() const {
  std::vector<bool> seen(function_.nodes.size(), false);
  std::vector<NodeId> work = {node_->next[0]};
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    if (seen[at.index()]) continue;
    seen[at.index()] = true;
    const Node& node = function_.nodes[at.index()];
    if (node.op == Does::OnceEnd) continue;
    if (node.op == Does::Return || node.op == Does::Unwind) return false;
    for (const Callee& callee : node.callees) {
      if (node.next.size() < 2 && facts_.exits.unwinds[callee.function.index()]) return false;
    }
    work.insert(work.end(), node.next.begin(), node.next.end());
  }
  return true;
}

void BodyWriter::onceBegin(std::uint32_t at, const Env& env) {
  const Resolved flag = resolve(node_->operand, env);
  if (node_->next.size() != 2 || !certain(flag) || flag.places[0].offset < 0) return goOn(at, env);
  const Model::OnceFlags flags = model_.once(flag.places[0], facts_.program);
  at = emit(at, Op::Choice);
  goTo(onceBodyEnds() ? emit(at, Op::Claim, flags.claimed) : emit(at, Op::Skip), node_->next[0], env);
  goTo(emit(at, Op::Require, flags.done), node_->next[1], env);
}

std::uint32_t BodyWriter::onceEnd(std::uint32_t at, const Env& env) {
  const Resolved flag = resolve(node_->operand, env);
  if (!certain(flag) || flag.places[0].offset < 0) return at;
  return emit(at, Op::Set, model_.once(flag.places[0], facts_.program).done);
}

// --- The choices ---

BodyWriter::Resolved BodyWriter::resolve(const Operand& operand, const Env& env) const {
  const auto chosen = std::find_if(env.begin(), env.end(), [&](const auto& e) { return e.first == operand.root; });
  if (!operand.root.valid() || chosen == env.end()) return {operand.places, operand.unknown};
  Resolved resolved;
  resolved.unknown = operand.unknown && chosen->second == kElsewhere;
  for (const Place& place : operand.places) {
    const bool fits =
        chosen->second == kElsewhere ? !facts_.interesting[place.object.index()] : place.object == chosen->second;
    if (fits) resolved.places.push_back(place);
  }
  return resolved;
}

bool BodyWriter::needed(FunctionId function, std::size_t param) const {
  const Function& callee = facts_.program.functions[function.index()];
  const Tracking& tracking = trackings_[function.index()];
  const ValueId value = callee.params[param];
  if (!tracking.tracked[value.index()]) return false;
  if (param == 0 && callee.methodOf.valid()) return true;
  const std::vector<std::size_t>& joined = facts_.units.unitfor(function);
  if (std::find(joined.begin(), joined.end(), param) != joined.end()) return true;
  if (tracking.liveBefore.empty()) return false;
  return std::binary_search(tracking.liveBefore[0].begin(), tracking.liveBefore[0].end(), value);
}

std::vector<Chosen> BodyWriter::paramChoices(const Callee& callee, std::size_t param, const Env& env) const {
  const Function& function = facts_.program.functions[callee.function.index()];
  if (!needed(callee.function, param)) return {Chosen{}};
  const program::Value& value = function.values[function.params[param].index()];
  std::vector<Chosen> choices;
  if (param == 0 && callee.when.valid()) {
    choices = choicesOf({callee.when}, false, facts_.interesting);
  } else if (param < node_->args.size()) {
    const Resolved resolved = resolve(node_->args[param], env);
    std::vector<ObjectId> objects;
    for (const Place& place : resolved.places) objects.push_back(place.object);
    choices = choicesOf(objects, resolved.unknown, facts_.interesting);
  } else {
    choices = choicesOf(value.objects, value.unknown, facts_.interesting);
  }
  for (Chosen& choice : choices) {
    const bool possible = std::binary_search(value.objects.begin(), value.objects.end(), choice);
    if (choice != kElsewhere && !possible) choice = kElsewhere;
  }
  std::sort(choices.begin(), choices.end());
  choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
  return choices;
}

std::vector<BodyWriter::Target> BodyWriter::targets(const Env& env) {
  std::vector<Target> all;
  for (const Callee& callee : node_->callees) {
    if (callee.when.valid() && !node_->args.empty()) {
      const Resolved resolved = resolve(node_->args[0], env);
      const bool fits = resolved.unknown || std::any_of(resolved.places.begin(), resolved.places.end(),
                                                        [&](const Place& p) { return p.object == callee.when; });
      if (!fits) continue;
    }
    std::vector<Target> some = {{callee.function, {}}};
    const std::size_t params = facts_.program.functions[callee.function.index()].params.size();
    for (std::size_t p = 0; p < params; ++p) {
      std::vector<Target> longer;
      for (const Chosen choice : paramChoices(callee, p, env)) {
        for (Target target : some) {
          target.params.push_back(choice);
          longer.push_back(std::move(target));
        }
      }
      some = std::move(longer);
      if (some.size() > kMostTargets) model_.overflow = callee.function;
      if (model_.overflow) return {};
    }
    all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end(), [](const Target& a, const Target& b) {
    return std::tie(a.function, a.params) < std::tie(b.function, b.params);
  });
  all.erase(
      std::unique(all.begin(), all.end(),
                  [](const Target& a, const Target& b) { return a.function == b.function && a.params == b.params; }),
      all.end());
  return all;
}

}  // namespace empire::reduction
