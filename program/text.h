#pragma once

#include <string>
#include <string_view>

#include "program/program.h"
#include "support/result.h"

namespace empire::program {

/// The text form of a program; program/README.md has its grammar.
/// parse(print(p)) == p for every program whose ids are in range and whose places and callees are sorted.
std::string print(const Program& program);

/// Reads the text form. `fileName` is used in messages only.
/// Returns: the program, or the first error with its position.
Result<Program> parse(std::string_view text, std::string_view fileName);

}  // namespace empire::program
