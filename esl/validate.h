#pragma once

#include <vector>

#include "esl/module.h"
#include "support/diagnostic.h"

namespace empire::esl {

/// Everything that is wrong (Severity::Error: the module has no meaning) or suspicious
/// (Severity::Warning: it has one, but probably not the one intended), in the order of the text.
/// docs/esl.md lists the messages.
std::vector<Diagnostic> validate(const Module& module);

bool hasErrors(const std::vector<Diagnostic>& diagnostics);

}  // namespace empire::esl
