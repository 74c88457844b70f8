#include "frontend/compile.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <optional>
#include <thread>

#include "frontend/commands.h"
#include "frontend/unit.h"

namespace empire::frontend {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Parsed {
  Result<Unit> unit;
  bool fromCache = false;
};
using Units = std::vector<std::optional<Parsed>>;

Parsed obtain(const Command& command, Cache& cache) {
  std::vector<std::string> words = command.arguments;
  words.insert(words.end(), {"unit", command.directory, command.file});
  const std::string key = Cache::keyOf(words);
  if (auto found = cache.find(key)) {
    if (std::optional<Unit> unit = deserialiseUnit(found->payload)) {
      unit->inputs = std::move(found->inputs);
      return {std::move(*unit), true};
    }
  }
  Result<Unit> unit = parseUnit(command);
  if (unit) cache.store(key, unit->inputs, serialise(*unit));
  return {std::move(unit), false};
}

// All units, in the order of the commands. Each worker takes the next one that nobody has.
Units obtainAll(const std::vector<Command>& commands, unsigned jobs, Cache& cache) {
  Units units(commands.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < commands.size(); i = next++) units[i].emplace(obtain(commands[i], cache));
  };
  std::vector<std::thread> workers;
  const std::size_t count = std::min<std::size_t>(std::max(jobs, 1U), commands.size());
  for (std::size_t i = 1; i < count; ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
  return units;
}

std::string describe(const Position& where) {
  return where.line == 0 ? where.file : fmt::format("{}:{}", where.file, where.line);
}

// The linker would only name the symbol; we know where both are.
Diagnostics duplicateSymbols(const Units& units, const std::vector<Command>& commands) {
  Diagnostics errors;
  std::map<std::string, Position> first;
  for (std::size_t i = 0; i < units.size(); ++i) {
    for (const Definition& definition : units[i]->unit->definitions) {
      Position where = definition.where;
      if (where.file.empty()) where.file = commands[i].file;
      const auto [found, fresh] = first.emplace(definition.symbol, where);
      if (fresh) continue;
      if (definition.symbol == "main") {
        errors.push_back({where, fmt::format("a second 'main'; the first is in {}. Name the files of one program",
                                             describe(found->second))});
      } else {
        errors.push_back({where, fmt::format("'{}' is defined here and in {}", llvm::demangle(definition.symbol),
                                             describe(found->second))});
      }
    }
  }
  return errors;
}

// A file is a system header if every unit that read it says so.
std::vector<SourceFile> mergeFiles(const Units& units) {
  std::map<std::string, SourceFile> merged;
  for (const auto& unit : units) {
    for (const SourceFile& file : unit->unit->files) {
      const auto [found, fresh] = merged.emplace(file.path, file);
      if (!fresh) found->second.system = found->second.system && file.system;
      if (found->second.hash.empty()) found->second.hash = file.hash;
    }
  }
  std::vector<SourceFile> files;
  for (auto& [path, file] : merged) files.push_back(std::move(file));
  return files;
}

// What LLVM says while it links; without this it would print and exit.
class LinkErrors : public llvm::DiagnosticHandler {
 public:
  explicit LinkErrors(Diagnostics& errors) : errors_(errors) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    stream.flush();
    errors_.push_back({{}, "cannot link: " + text});
    return true;
  }

 private:
  Diagnostics& errors_;
};

// Links the units' bitcode in order into compiled.module.
Diagnostics linkAll(const Units& units, const std::vector<Command>& commands, Compiled& compiled) {
  Diagnostics errors;
  compiled.context = std::make_unique<llvm::LLVMContext>();
  compiled.context->enableDebugTypeODRUniquing();
  compiled.context->setDiagnosticHandler(std::make_unique<LinkErrors>(errors));
  compiled.module = std::make_unique<llvm::Module>("program", *compiled.context);
  llvm::Linker linker(*compiled.module);
  for (std::size_t i = 0; i < units.size() && errors.empty(); ++i) {
    const llvm::MemoryBufferRef bytes(units[i]->unit->bitcode, commands[i].file);
    auto module = llvm::getLazyBitcodeModule(bytes, *compiled.context);
    if (!module) {
      errors.push_back({{commands[i].file, 0, 0}, llvm::toString(module.takeError())});
      break;
    }
    if (i == 0) {
      compiled.module->setDataLayout((*module)->getDataLayout());
      compiled.module->setTargetTriple((*module)->getTargetTriple());
    } else if ((*module)->getDataLayout() != compiled.module->getDataLayout()) {
      errors.push_back({{commands[i].file, 0, 0}, "is compiled for another machine than " + commands[0].file});
      break;
    }
    if (linker.linkInModule(std::move(*module)) && errors.empty()) {
      errors.push_back({{commands[i].file, 0, 0}, "cannot be linked with the other files"});
    }
  }
  compiled.context->setDiagnosticHandler(std::make_unique<llvm::DiagnosticHandler>());
  return errors;
}

}  // namespace

bool Compiled::isSystem(llvm::StringRef path) const {
  const auto found =
      std::lower_bound(files.begin(), files.end(), path,
                       [](const SourceFile& file, llvm::StringRef wanted) { return file.path < wanted; });
  return found == files.end() || found->path != path || found->system;
}

bool Compiled::isSystem(const llvm::DIScope* scope) const { return isSystem(pathOf(scope)); }

Result<Compiled> compile(const CompileOptions& options) {
  Result<Commands> commands = findCommands(options);
  if (!commands) return commands.error();
  Cache cache(options.useCache, options.cacheDir);
  Result<Compiled> compiled = compile(std::move(*commands), options.jobs, cache);
  cache.trim();
  return compiled;
}

Result<Compiled> compile(Commands commands, unsigned jobs, Cache& cache) {
  Compiled compiled;
  compiled.warnings = std::move(commands.warnings);
  for (const Command& command : commands.list) compiled.units.push_back(command.file);

  const Clock::time_point parseStart = Clock::now();
  const Units units = obtainAll(commands.list, jobs, cache);
  compiled.times.parse = secondsSince(parseStart);
  Diagnostics errors;
  for (const std::optional<Parsed>& parsed : units) {
    const Result<Unit>& unit = parsed->unit;
    if (!unit) {
      errors.insert(errors.end(), unit.error().begin(), unit.error().end());
      continue;
    }
    compiled.inputs.add(unit->inputs);
    if (parsed->fromCache) ++compiled.unitsFromCache;
  }
  if (!errors.empty()) return errors;
  errors = duplicateSymbols(units, commands.list);
  if (!errors.empty()) return errors;

  const Clock::time_point linkStart = Clock::now();
  compiled.inputs.normalise();
  compiled.files = mergeFiles(units);
  errors = linkAll(units, commands.list, compiled);
  compiled.times.link = secondsSince(linkStart);
  if (!errors.empty()) return errors;
  return compiled;
}

}  // namespace empire::frontend
