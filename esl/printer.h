#pragma once

#include <string>

#include "esl/module.h"

namespace empire::esl {

/// The canonical text form (docs/esl.md). Only statements that are jumped to get a label, `Ln`.
/// A place whose file is not known is not written; parse() then puts the place in the printed text there.
/// So, for every file name:
///   - parse(print(m)) == m for every m that parse() returned;
///   - for any other m without errors, parse(print(m)) == m but for places that were not known, the numbering of
///     files and texts (by first appearance, unused ones left out) and the layout of Function::targets (in the order
///     of the statements); for m' = parse(print(m)) the first law holds.
/// Requires: validate(m) has no errors but perhaps a missing `main`, function or statement.
std::string print(const Module& module);

/// One statement without its label, position and text: "lock m shared", "choice L3, L7".
std::string describe(const Module& module, ProcessId process, const Function& function, const Stmt& stmt);

}  // namespace empire::esl
