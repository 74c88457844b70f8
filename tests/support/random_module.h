#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "esl/module.h"

namespace empire::test {

/// What a random module is mostly made of.
enum class Profile {
  General,    // a little of everything
  Locks,      // two or three locks, taken in many ways, trylock and wait
  Units,      // nested, split and looping units
  Flags,      // set, require, claim, start and join
  Recursion,  // functions that call themselves, with and without events
  Shared,     // readers and writers
  Accesses,   // two processes, no synchronisation: only the scenarios count
  Odd,        // unbalanced: unlock of what is not held, locks never given back, jumps out of units
};

std::span<const Profile> profiles();
std::string_view nameOf(Profile profile);
std::optional<Profile> findProfile(std::string_view name);

struct RandomModuleOptions {
  Profile profile = Profile::General;
  std::uint32_t size = 100;   // percent of the profile's usual number of statements
  bool loudRecursion = true;  // functions with events may call themselves
  bool decorate = false;      // positions, texts and names that need quotes; for the text form
};

/// A small module, the same for the same seed and options on every machine. It passes validate()
/// without errors. Sizes are such that the reference interpreter needs some hundred configurations
/// for most modules.
esl::Module randomModule(std::uint64_t seed, const RandomModuleOptions& options);

}  // namespace empire::test
