#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "esl/module.h"

namespace empire::esl {

/// The words of the language, sorted. None of them can be a name without quotes.
std::span<const std::string_view> keywords();
bool isKeyword(std::string_view word);

/// The statement that `word` begins, or nothing.
std::optional<Op> opOf(std::string_view word);

/// How a statement is written: "trylock LOCK [shared] else LABEL".
std::string_view usageOf(Op op);

}  // namespace empire::esl
