#pragma once

#include <optional>
#include <string_view>

#include "program/program.h"

namespace empire::program {

/// The word for `op` in the text form: "trylock".
std::string_view nameOf(Op op);
std::optional<Op> opOf(std::string_view word);

std::string_view nameOf(ObjectKind kind);
std::optional<ObjectKind> objectKindOf(std::string_view word);

/// Control leaves the function or ends: no successors unless the text says so.
constexpr bool endsControl(Op op) { return op == Op::Return || op == Op::Unwind || op == Op::Stop; }

/// The operand follows the word at once: `read this.count`; elsewhere it follows `on`.
constexpr bool operandFirst(Op op) { return (op >= Op::Read && op <= Op::Wait) || op == Op::Join || op == Op::Free; }

/// Words that may follow where a handle could stand; no handle is called so.
bool isClauseWord(std::string_view word);

}  // namespace empire::program
