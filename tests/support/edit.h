#pragma once

#include <cstdint>

#include "esl/module.h"

namespace empire::test {

/// Small changes to a module that keep it well formed: ids are renumbered, jumps follow their targets.
/// What refers to a removed thing becomes skip (a trylock: a choice between its two outcomes).
void removeProcess(esl::Module& module, esl::ProcessId process);
/// Requires: the function is not the entry.
void removeFunction(esl::Process& process, esl::FunctionId function);
void removeLock(esl::Module& module, esl::LockId lock);
void removeFlag(esl::Module& module, esl::FlagId flag);
void removeLocation(esl::Module& module, esl::LocationId location);
/// Jumps to the statement go to the one after it.
/// Requires: it is not the last of its function.
void removeStatement(esl::Function& function, std::uint32_t stmt);
/// The statement becomes `goto target`.
void makeGoto(esl::Function& function, std::uint32_t stmt, std::uint32_t target);
/// The statement becomes skip; position stays.
void makeSkip(esl::Stmt& stmt);
/// A choice loses its target number `index`.
void removeTarget(esl::Function& function, std::uint32_t stmt, std::uint32_t index);

}  // namespace empire::test
