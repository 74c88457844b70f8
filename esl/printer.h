#pragma once

#include <string>

#include "esl/module.h"

namespace empire::esl {

/// The canonical text form: parse(print(m)) == m for every module that can be parsed.
std::string print(const Module& module);

/// One statement without its label, position and text: "lock m shared", "choice L3, L7".
std::string describe(const Module& module, ProcessId process, const Function& function, const Stmt& stmt);

}  // namespace empire::esl
