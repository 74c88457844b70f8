#pragma once

#include <string_view>

#include "esl/module.h"
#include "support/result.h"

namespace empire::esl {

/// Reads a module from its text form (docs/esl.md). `fileName` is used in messages, and as the source
/// position of statements that name none.
/// Returns: the module, or up to 20 errors with their positions. The module is not validated yet.
Result<Module> parse(std::string_view text, std::string_view fileName);

}  // namespace empire::esl
