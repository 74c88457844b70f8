// The steps in order: what belongs to the atomic set (locations), what is locked (locks), what must be shown (slice),
// one copy of each function per choice of objects (model, body), releases of locks that are not held (held), flags
// that are known (publication), instances of threads (threads), code that is not seen (gate), simplification
// (simplify).

#include "reduction/reduce.h"

#include <algorithm>

#include "esl/renumber.h"
#include "reduction/gate.h"
#include "reduction/held.h"
#include "reduction/model.h"
#include "reduction/simplify.h"
#include "reduction/threads.h"

namespace empire::reduction {

using program::Program;

namespace {

void sortNotes(std::vector<Note>& notes) {
  std::sort(notes.begin(), notes.end(),
            [](const Note& a, const Note& b) { return std::tie(a.where, a.text) < std::tie(b.where, b.text); });
  notes.erase(std::unique(notes.begin(), notes.end()), notes.end());
}

std::vector<bool> interestingObjects(const Program& program, const Locations& locations, const Slice& slice) {
  std::vector<bool> interesting(program.objects.size(), false);
  for (std::size_t o = 0; o < program.objects.size(); ++o) {
    interesting[o] = locations.isOwner(program::ObjectId(o));
  }
  for (const program::Place& place : slice.locks) interesting[place.object.index()] = true;
  return interesting;
}

// Both sides of every lock that a kept function uses.
void describeLocks(const Facts& facts, Reduced& reduced) {
  for (const auto& [place, lock] : facts.locks) {
    const bool modelled = facts.slice.locks.count(place) != 0;
    bool used = modelled;
    for (std::size_t f = 0; f < facts.program.functions.size() && !used; ++f) {
      if (!facts.slice.keep[f] || !facts.slice.reachable[f]) continue;
      for (const program::Node& node : facts.program.functions[f].nodes) {
        const bool locks = node.op == program::Op::Lock || node.op == program::Op::TryLock;
        used = used || (locks && std::binary_search(node.operand.places.begin(), node.operand.places.end(), place));
      }
    }
    if (!used) continue;
    const Position declared = facts.program.position(lock.declared);
    reduced.locks.push_back({lock.name, declared, lock.exact, lock.whyNot});
    if (!lock.exact) reduced.scope.locksIgnored.push_back({lock.name + " excludes nobody: " + lock.whyNot, declared});
  }
  for (std::size_t f = 0; f < facts.program.functions.size(); ++f) {
    if (!facts.slice.keep[f] || !facts.slice.reachable[f]) continue;
    for (const program::Node& node : facts.program.functions[f].nodes) {
      if (node.op != program::Op::Lock && node.op != program::Op::TryLock) continue;
      if (!node.operand.unknown && !node.operand.places.empty()) continue;
      reduced.scope.locksIgnored.push_back({"which lock is taken is not known", facts.program.position(node.loc)});
    }
  }
}

void refuse(Reduced& reduced, const std::string& reason) {
  if (reduced.cannotBeSafe.empty()) reduced.cannotBeSafe = reason;
}

void releaseHeldOnly(const Facts& facts, Model& model, Reduced& reduced) {
  for (Model::Thread& thread : model.threads) {
    for (const SourceLoc& loc : dropUnheldReleases(thread.code, model.shell.locks.size())) {
      const Position where = facts.program.position(loc);
      reduced.scope.assumptions.push_back({"a lock that the thread was not seen to take is released here", where});
      refuse(reduced, "a lock that the thread was not seen to take is released (" + where.file + ":" +
                          std::to_string(where.line) + ")");
    }
  }
}

void noteImprecision(const Facts& facts, const Model& model, Scope& scope) {
  for (std::size_t f = 0; f < model.coarse.size(); ++f) {
    if (!model.coarse[f]) continue;
    const program::Function& function = facts.program.functions[f];
    scope.imprecise.push_back(
        {function.name + " has too many copies: every use of a pointer in it chooses its object anew",
         facts.program.position(function.loc)});
  }
}

std::size_t accessingProcesses(const esl::Module& module) {
  return static_cast<std::size_t>(
      std::count_if(module.processes.begin(), module.processes.end(), [](const esl::Process& process) {
        return std::any_of(process.functions.begin(), process.functions.end(), [](const esl::Function& function) {
          return std::any_of(function.body.begin(), function.body.end(),
                             [](const esl::Stmt& stmt) { return esl::isAccess(stmt.op); });
        });
      }));
}

void finish(const Facts& facts, Instances instances, Reduced& reduced) {
  std::vector<esl::ProcessId> origin;
  reduced.module = simplify(toModule(instances.graph), origin);
  esl::renumber(reduced.module);
  for (std::size_t p = 0; p < origin.size(); ++p) {
    ThreadInfo info = instances.threads[origin[p].index()];
    info.process = esl::ProcessId(p);
    reduced.threads.push_back(std::move(info));
  }
  refuse(reduced, instances.cannotBeSafe);
  reduced.scope.instances = std::move(instances.repeated);
  reduced.scope.joinsUnresolved = std::move(instances.joinsUnresolved);
  const Unseen unseen = findUnseen(facts);
  reduced.scope.unseen = unseen.notes;
  refuse(reduced, unseen.cannotBeSafe);
  if (accessingProcesses(reduced.module) < 2) reduced.note = "only one thread can reach the object";
  reduced.sizes.statements = esl::statementCount(reduced.module);
}

}  // namespace

Result<Reduced> reduce(const Program& program, const ReductionOptions& options) {
  if (!program.main.valid()) return Diagnostics{{Position(), "the program has no main function", Severity::Error}};
  Units units(program, options);
  Result<Locations> locations = findLocations(program, options, units);
  if (!locations) return locations.error();

  const std::vector<bool> reachable = reachableFunctions(program);
  Facts facts{program, options, std::move(units), std::move(*locations), findLocks(program, reachable), {}, {}, {},
              {},      false};
  facts.slice = findSlice(program, facts.locations, facts.locks, reachable);
  facts.exits = findExits(program);
  facts.interesting = interestingObjects(program, facts.locations, facts.slice);
  facts.afterCreation = nodesAfterCreation(program, facts.locations);
  facts.isolated = std::any_of(program.objects.begin(), program.objects.end(),
                               [](const program::Object& object) { return object.isOther; });

  Model model = writeModel(facts);
  Reduced reduced;
  describeLocks(facts, reduced);
  noteImprecision(facts, model, reduced.scope);
  for (const SourceLoc& loc : model.waits) {
    reduced.scope.waitsSplit.push_back({"waiting splits the unit of work", program.position(loc)});
  }
  for (program::FunctionId function : model.used) {
    ++reduced.sizes.functionsInSlice;
    reduced.sizes.nodesInSlice += program.functions[function.index()].nodes.size();
  }
  releaseHeldOnly(facts, model, reduced);
  std::vector<GraphProcess> code;
  for (Model::Thread& thread : model.threads) code.push_back(std::move(thread.code));
  dropKnownFlags(code, model.shell.flags.size());
  for (std::size_t t = 0; t < code.size(); ++t) model.threads[t].code = std::move(code[t]);
  finish(facts, makeInstances(facts, std::move(model)), reduced);
  for (const program::Gap& assumption : program.assumptions) {
    reduced.scope.assumptions.push_back({assumption.what, program.position(assumption.loc)});
  }
  for (std::vector<Note>* notes :
       {&reduced.scope.waitsSplit, &reduced.scope.unseen, &reduced.scope.locksIgnored, &reduced.scope.joinsUnresolved,
        &reduced.scope.assumptions, &reduced.scope.instances, &reduced.scope.imprecise}) {
    sortNotes(*notes);
  }
  return reduced;
}

}  // namespace empire::reduction
