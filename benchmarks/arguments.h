#pragma once

#include <CLI/CLI.hpp>

#include "benchmarks/models.h"

namespace empire::benchmarks {

/// The options that choose a model, the same for all benchmark programs.
inline void addModelOptions(CLI::App& app, ModelOptions& options) {
  app.add_option("--threads", options.threads, "Threads besides main")->check(CLI::Range(1, 1000));
  app.add_option("--locks", options.locks, "Locks; lock 0 is the guard")->check(CLI::Range(1, 1000));
  app.add_option("--methods", options.methods, "Methods of each thread")->check(CLI::Range(1, 100000));
  app.add_option_function<std::string>(
         "--variant", [&options](const std::string& name) { options.buggy = name == "buggy"; }, "safe or buggy")
      ->check(CLI::IsMember({"safe", "buggy"}));
}

}  // namespace empire::benchmarks
