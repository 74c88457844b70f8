// A command line is taken apart with Clang's own option table, so that an option and its value stay together however
// they are written. Three things can happen to an option: it is kept, it is dropped because it only matters for code
// that will run (optimisation, sanitizers, output), or it is dropped with a warning because Clang does not have it.

#include "frontend/commands.h"

#include <clang/Driver/Options.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/JSONCompilationDatabase.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <map>
#include <set>

namespace empire::frontend {
namespace {

namespace opts = clang::driver::options;
using llvm::StringRef;

std::string absolute(StringRef path, StringRef directory) {
  llvm::SmallString<256> full(path);
  if (!llvm::sys::path::is_absolute(full)) llvm::sys::fs::make_absolute(directory, full);
  llvm::sys::path::remove_dots(full, true);
  return std::string(full);
}

std::string currentDirectory() {
  llvm::SmallString<256> here;
  llvm::sys::fs::current_path(here);
  return std::string(here);
}

Diagnostic warning(std::string file, std::string message) {
  return {{std::move(file), 0, 0}, std::move(message), Severity::Warning};
}

// The folder with Clang's own headers (stddef.h and such): the one of the installation we were built with, or the
// one beside the Clang library that is loaded.
std::string resourceDirectory() {
  std::vector<std::string> candidates = {EMPIRE_CLANG_HEADERS};
  Dl_info library{};
  if (dladdr(reinterpret_cast<void*>(&clang::driver::getDriverOptTable), &library) != 0 &&
      library.dli_fname != nullptr) {
    llvm::SmallString<256> real;
    if (!llvm::sys::fs::real_path(library.dli_fname, real)) {
      const std::string lib(llvm::sys::path::parent_path(real));
      const std::string tail = fmt::format("/clang/{}", LLVM_VERSION_MAJOR);
      candidates.push_back(lib + tail);
      candidates.push_back(fmt::format("{}/../llvm-{}/lib{}", lib, LLVM_VERSION_MAJOR, tail));
    }
  }
  for (const std::string& candidate : candidates) {
    if (llvm::sys::fs::exists(candidate + "/include/stddef.h")) return candidate;
  }
  return {};
}

// Replaces `@file` by the words in it; paths are relative to the directory.
Result<std::vector<std::string>> expandResponseFiles(const std::vector<std::string>& words,
                                                     const std::string& directory) {
  llvm::BumpPtrAllocator memory;
  llvm::SmallVector<const char*, 16> raw;
  for (const std::string& word : words) raw.push_back(word.c_str());
  const auto files = llvm::vfs::createPhysicalFileSystem();
  llvm::cl::ExpansionContext expansion(memory, llvm::cl::TokenizeGNUCommandLine);
  expansion.setVFS(files.get()).setCurrentDir(directory);
  if (llvm::Error error = expansion.expandResponseFiles(raw)) return Diagnostic{{}, llvm::toString(std::move(error))};
  for (const char* word : raw) {
    if (*word == '@') {
      return Diagnostic{{}, fmt::format("the response file '{}' does not exist in {}", word + 1, directory)};
    }
  }
  return std::vector<std::string>(raw.begin(), raw.end());
}

// Options that Clang has and that we drop without a word.
bool isIrrelevant(const llvm::opt::Arg& arg) {
  const llvm::opt::Option& option = arg.getOption();
  static constexpr unsigned kGroups[] = {
      opts::OPT_O_Group,
      opts::OPT_g_Group,
      opts::OPT_g_flags_Group,
      opts::OPT_M_Group,
      opts::OPT_R_Group,
      opts::OPT_Action_Group,
      opts::OPT_Link_Group,
      opts::OPT_T_Group,
      opts::OPT_clang_ignored_gcc_optimization_f_Group,
      opts::OPT_clang_ignored_f_Group,
      opts::OPT_pedantic_Group,
  };
  for (unsigned group : kGroups) {
    if (option.matches(group)) return true;
  }
  static constexpr unsigned kOptions[] = {
      opts::OPT_o,
      opts::OPT_include_pch,
      opts::OPT_mllvm,
      opts::OPT_resource_dir,
      opts::OPT_pipe,
      opts::OPT_v,
      opts::OPT__HASH_HASH_HASH,
      opts::OPT_pg,
      opts::OPT_coverage,
      opts::OPT_MJ,
      opts::OPT_save_temps,
      opts::OPT_save_temps_EQ,
      opts::OPT_time,
      opts::OPT_w,
      opts::OPT_z,
      opts::OPT_shared,
      opts::OPT_rdynamic,
      opts::OPT_s,
      opts::OPT_static,
      opts::OPT_fno_integrated_as,
      opts::OPT_emit_llvm,
      opts::OPT_fdiagnostics_color_EQ,
  };
  for (unsigned wanted : kOptions) {
    if (option.matches(wanted)) return true;
  }
  if (option.hasFlag(opts::LinkerInput) || option.hasFlag(opts::LinkOption)) return true;
  static constexpr StringRef kPrefixes[] = {
      "-fsanitize",
      "-fno-sanitize",
      "-flto",
      "-fno-lto",
      "-fwhole-program",
      "-fprofile",
      "-fno-profile",
      "-fcoverage",
      "-ftest-coverage",
      "-finstrument",
      "-fxray",
      "-fplugin",
      "-fpass-plugin",
      "-fdiagnostics",
      "-fno-diagnostics",
      "-fcolor",
      "-fno-color",
      "-fpch",
      "-fdebug",
      "-fno-debug",
      "-fno-standalone-debug",
      "-ffile-prefix-map",
      "-fdebug-prefix-map",
      "-fsave-optimization",
      "-ftime",
      "-fstack-usage",
      "-fmemory-profile",
      "-fcs-profile",
      "-ftrivial-auto-var-init",
      "-fdiscard-value-names",
      "-fcrash",
      "-finline",
      "-fno-inline",
      "-gz",
      "-gsplit",
      "-fembed-bitcode",
      "-fthinlto",
      "-fbasic-block",
      "-funique-internal",
      "-fauto-profile",
      "-dump",
      "-fstack-protector",
      "-ferror-limit",
      "-fmax-errors",
      "-Werror",
      "-Wfatal-errors",
  };
  const StringRef spelling = arg.getSpelling();
  const std::string whole = arg.getNumValues() == 0 ? spelling.str() : (spelling + arg.getValue()).str();
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](StringRef prefix) { return StringRef(whole).starts_with(prefix); });
}

// Collects the options to keep from a command line; -Xclang pairs that load precompiled headers or plugins go.
class Filter {
 public:
  Filter(std::string file, Diagnostics& warnings) : file_(std::move(file)), warnings_(warnings) {}

  std::vector<std::string> run(const std::vector<std::string>& arguments) {
    std::vector<const char*> raw;
    for (const std::string& argument : arguments) raw.push_back(argument.c_str());
    unsigned missingIndex = 0;
    unsigned missingCount = 0;
    llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
        raw, missingIndex, missingCount, llvm::opt::Visibility(opts::ClangOption));
    std::vector<std::string> kept;
    bool dropNextXclang = false;
    for (const llvm::opt::Arg* arg : parsed) {
      const llvm::opt::Option& option = arg->getOption();
      if (option.matches(opts::OPT_Xclang)) {
        const StringRef value = arg->getValue();
        if (std::exchange(dropNextXclang, false)) continue;
        if (value == "-include-pch" || value == "-load" || value == "-add-plugin" || value == "-emit-pch") {
          dropNextXclang = value != "-emit-pch";
          continue;
        }
      } else if (option.getID() == opts::OPT_INPUT || isIrrelevant(*arg)) {
        continue;
      } else if (option.getID() == opts::OPT_UNKNOWN) {
        unknown(arg->getAsString(parsed));
        continue;
      }
      llvm::opt::ArgStringList rendered;
      arg->render(parsed, rendered);
      kept.insert(kept.end(), rendered.begin(), rendered.end());
    }
    if (missingCount != 0) unknown(raw[missingIndex]);
    return kept;
  }

 private:
  void unknown(const std::string& flag) {
    warnings_.push_back(warning(file_, fmt::format("Clang does not know the flag '{}'; left out", flag)));
  }

  std::string file_;
  Diagnostics& warnings_;
};

bool isC(StringRef file) { return llvm::sys::path::extension(file) == ".c"; }

// The raw command lines of one run: a database, or our defaults.
class Source {
 public:
  static Result<Source> open(const CompileOptions& options) {
    Source source;
    source.here_ = currentDirectory();
    if (options.buildDir.empty()) return source;
    source.databaseFile_ = absolute(options.buildDir, source.here_);
    if (llvm::sys::fs::is_directory(source.databaseFile_)) source.databaseFile_ += "/compile_commands.json";
    if (!llvm::sys::fs::exists(source.databaseFile_)) {
      return Diagnostic{{source.databaseFile_, 0, 0},
                        "no such file; with CMake, configure with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"};
    }
    // Clang's own reader takes any YAML and prints what it does not like.
    const auto bytes = llvm::MemoryBuffer::getFile(source.databaseFile_);
    if (!bytes) return Diagnostic{{source.databaseFile_, 0, 0}, bytes.getError().message()};
    if (auto value = llvm::json::parse((*bytes)->getBuffer()); !value) {
      return Diagnostic{{source.databaseFile_, 0, 0},
                        "not a compilation database: " + llvm::toString(value.takeError())};
    }
    std::string error;
    auto json = clang::tooling::JSONCompilationDatabase::loadFromFile(source.databaseFile_, error,
                                                                      clang::tooling::JSONCommandLineSyntax::Gnu);
    if (!json) return Diagnostic{{source.databaseFile_, 0, 0}, "not a compilation database: " + error};
    source.commands_ = json->getAllCompileCommands();
    if (source.commands_.empty()) return Diagnostic{{source.databaseFile_, 0, 0}, "has no entries"};
    return source;
  }

  const std::string& here() const { return here_; }
  const std::string& databaseFile() const { return databaseFile_; }
  bool hasDatabase() const { return !databaseFile_.empty(); }

  /// The absolute names of all files of the database in its order, without repetitions.
  std::vector<std::string> allFiles(Diagnostics& warnings) const {
    std::vector<std::string> files;
    std::map<std::string, unsigned> seen;
    for (const auto& command : commands_) {
      std::string file = absolute(command.Filename, directoryOf(command));
      if (seen[file]++ == 0) files.push_back(std::move(file));
    }
    for (const auto& [file, count] : seen) {
      if (count < 2) continue;
      warnings.push_back(warning(file, fmt::format("{} entries in {}; the first is used", count, databaseFile_)));
    }
    return files;
  }

  /// The command of an absolute file: its own, or that of the entry with the longest common path.
  clang::tooling::CompileCommand commandOf(const std::string& file, Diagnostics& warnings) const {
    if (!hasDatabase()) return clang::tooling::CompileCommand(here_, file, {"clang", file}, "");
    const clang::tooling::CompileCommand* best = nullptr;
    std::size_t bestScore = 0;
    for (const auto& command : commands_) {
      const std::string other = absolute(command.Filename, directoryOf(command));
      if (other == file) return withDirectory(command);
      if (isC(other) != isC(file)) continue;
      const auto [end, ignored] = std::mismatch(file.begin(), file.end(), other.begin(), other.end());
      const auto score = static_cast<std::size_t>(std::count(file.begin(), end, '/')) * 1000 +
                         static_cast<std::size_t>(std::min<std::ptrdiff_t>(end - file.begin(), 999));
      if (best == nullptr || score > bestScore) {
        best = &command;
        bestScore = score;
      }
    }
    if (best == nullptr) {
      warnings.push_back(warning(file, fmt::format("not in {}; compiled with default flags", databaseFile_)));
      return clang::tooling::CompileCommand(here_, file, {"clang", file}, "");
    }
    warnings.push_back(warning(file, fmt::format("not in {}; compiled with the flags of {}", databaseFile_,
                                                 absolute(best->Filename, directoryOf(*best)))));
    return withDirectory(*best);
  }

 private:
  std::string directoryOf(const clang::tooling::CompileCommand& command) const {
    return absolute(command.Directory, llvm::sys::path::parent_path(databaseFile_));
  }
  clang::tooling::CompileCommand withDirectory(clang::tooling::CompileCommand command) const {
    command.Directory = directoryOf(command);
    return command;
  }

  std::string here_;
  std::string databaseFile_;
  std::vector<clang::tooling::CompileCommand> commands_;
};

bool setsStandard(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return StringRef(argument).starts_with("-std=") || StringRef(argument).starts_with("--std=");
  });
}

Command makeCommand(const clang::tooling::CompileCommand& raw, const std::string& file,
                    const std::vector<std::string>& userFlags, const std::string& headers, bool plain,
                    Diagnostics& warnings) {
  const auto& line = raw.CommandLine;
  std::vector<std::string> theirs(line.begin() + (line.empty() ? 0 : 1), line.end());
  if (plain && !isC(file) && !setsStandard(userFlags)) theirs.insert(theirs.begin(), "-std=c++20");
  theirs.insert(theirs.end(), userFlags.begin(), userFlags.end());
  Command command;
  command.file = file;
  command.directory = raw.Directory;
  command.arguments = {line.empty() ? "clang" : line.front()};
  std::vector<std::string> kept = Filter(file, warnings).run(theirs);
  command.arguments.insert(command.arguments.end(), kept.begin(), kept.end());
  for (const char* ours : {"-O0", "-g", "-gcolumn-info", "-fstandalone-debug", "-fno-discard-value-names", "-Xclang",
                           "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes", "-fno-color-diagnostics",
                           "-fno-caret-diagnostics", "-w", "-Wno-error=c++11-narrowing", "-Qunused-arguments", "-c"}) {
    command.arguments.emplace_back(ours);
  }
  command.arguments.push_back("-resource-dir=" + headers);
  command.arguments.push_back(file);
  return command;
}

}  // namespace

Result<Commands> findCommands(const CompileOptions& options) {
  Result<Source> source = Source::open(options);
  if (!source) return source.error();
  Result<std::vector<std::string>> flags = expandResponseFiles(options.flags, source->here());
  if (!flags) return flags.error();
  const std::string headers = resourceDirectory();
  if (headers.empty()) {
    return Diagnostic{{},
                      fmt::format("Clang's own headers are not installed (package libclang-common-{}-dev): no {}",
                                  LLVM_VERSION_MAJOR, EMPIRE_CLANG_HEADERS)};
  }

  Commands commands;
  std::vector<std::string> files;
  std::set<std::string> seen;
  for (const std::string& file : options.files) {
    std::string full = absolute(file, source->here());
    if (seen.insert(full).second) files.push_back(std::move(full));
  }
  if (files.empty()) files = source->allFiles(commands.warnings);
  if (files.empty()) return Diagnostic{{}, "no source file and no compilation database given"};

  Diagnostics errors;
  for (const std::string& file : files) {
    auto raw = source->commandOf(file, commands.warnings);
    if (!llvm::sys::fs::exists(file)) {
      errors.push_back({{file, 0, 0},
                        options.files.empty()
                            ? "no such file, but there is an entry for it in " + source->databaseFile()
                            : "no such file"});
    } else if (!llvm::sys::fs::is_directory(raw.Directory)) {
      errors.push_back({{file, 0, 0},
                        fmt::format("its entry in {} names the directory {}, which does not exist",
                                    source->databaseFile(), raw.Directory)});
    } else if (auto words = expandResponseFiles(raw.CommandLine, raw.Directory); !words) {
      errors.push_back({{file, 0, 0}, words.error().front().message});
    } else {
      raw.CommandLine = std::move(*words);
      commands.list.push_back(makeCommand(raw, file, *flags, headers, !source->hasDatabase(), commands.warnings));
    }
  }
  if (!errors.empty()) return errors;
  return commands;
}

}  // namespace empire::frontend
