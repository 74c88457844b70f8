#pragma once

#include <functional>

#include "esl/module.h"

namespace empire::test {

/// The smallest module that greedy removal finds and that still fails: processes, functions, statements,
/// locks, flags, locations and marks go one by one, until none can go any more. Names do not change.
/// Requires: the module is valid and stillFails(module).
/// Returns: a valid module for which stillFails holds.
esl::Module shrink(esl::Module module, const std::function<bool(const esl::Module&)>& stillFails);

/// The module without its locks (taking, giving back and waiting become skip, trylock a choice), and with
/// join, require and claim as skip. Tells whether a model is safe only because of them.
esl::Module withoutSynchronisation(const esl::Module& module);

/// The module in which one process runs at once, and nothing but its own locks can block it.
esl::Module onlyProcess(const esl::Module& module, esl::ProcessId process);

/// The module with calls that only pass time replaced: a call of a function that contains, with all it calls,
/// nothing but skip, goto, choice, call and return becomes skip, or an endless loop if it cannot return.
/// Verdicts and races are the same, and recursion without events is gone.
esl::Module withoutSilentCalls(const esl::Module& module);

/// Can a function call itself, directly or through others, in code that a process can reach by calls?
bool isRecursive(const esl::Module& module);

}  // namespace empire::test
