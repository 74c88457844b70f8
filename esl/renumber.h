#pragma once

#include "esl/module.h"

namespace empire::esl {

/// Numbers files and texts in the order in which the printer writes them and drops unused ones. The parser does so
/// whatever the order of declarations was; then parsing what was printed gives the same numbers.
/// Requires: file and text ids are in range.
void renumber(Module& module);

}  // namespace empire::esl
