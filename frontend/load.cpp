#include "frontend/load.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <chrono>

#include "frontend/commands.h"
#include "frontend/unit.h"
#include "support/check.h"

namespace empire::frontend {
namespace {

std::string keyOf(const Commands& commands, const PrepareOptions& options) {
  std::vector<std::string> words = {
      "program", fmt::format("{} {} {}", options.smallFunction, options.glueFunction, options.largestCaller)};
  for (const Command& command : commands.list) {
    words.insert(words.end(), {command.directory, command.file, fmt::format("{}", command.arguments.size())});
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  }
  return Cache::keyOf(words);
}

std::string bitcodeOf(const llvm::Module& module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream);
  stream.flush();
  return bytes;
}

// False: the bytes are no module.
bool readModule(const std::string& bytes, Compiled& program) {
  auto context = std::make_unique<llvm::LLVMContext>();
  context->enableDebugTypeODRUniquing();
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "program"), *context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return false;
  }
  program.module = std::move(*module);  // the old module before its context
  program.context = std::move(context);
  return true;
}

std::string serialise(const Loaded& loaded, const std::string& bitcode) {
  ByteWriter writer;
  write(writer, loaded.program.files);
  for (std::uint64_t count : {loaded.counts.functions, loaded.counts.instructions, loaded.counts.functionsAfterInlining,
                              loaded.counts.instructionsAfterInlining}) {
    writer.number(count);
  }
  writer.text(bitcode);
  return writer.take();
}

bool deserialise(const std::string& bytes, Loaded& loaded) {
  ByteReader reader(bytes);
  loaded.program.files = readFiles(reader);
  loaded.counts.functions = reader.number();
  loaded.counts.instructions = reader.number();
  loaded.counts.functionsAfterInlining = reader.number();
  loaded.counts.instructionsAfterInlining = reader.number();
  const std::string bitcode = reader.text();
  return reader.atEnd() && readModule(bitcode, loaded.program);
}

}  // namespace

Result<Loaded> load(const CompileOptions& compileOptions, PrepareOptions prepareOptions) {
  Result<Commands> commands = findCommands(compileOptions);
  if (!commands) return commands.error();
  Cache cache(compileOptions.useCache, compileOptions.cacheDir);
  const std::string key = keyOf(*commands, prepareOptions);

  const auto start = std::chrono::steady_clock::now();
  if (auto found = cache.find(key)) {
    Loaded loaded;
    if (deserialise(found->payload, loaded)) {
      loaded.program.inputs = std::move(found->inputs);
      loaded.program.warnings = std::move(commands->warnings);
      for (const Command& command : commands->list) loaded.program.units.push_back(command.file);
      loaded.program.unitsFromCache = static_cast<unsigned>(commands->list.size());
      loaded.program.times.parse = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      loaded.fromCache = true;
      return loaded;
    }
  }

  Result<Compiled> compiled = compile(std::move(*commands), compileOptions.jobs, cache);
  if (!compiled) {
    cache.trim();
    return compiled.error();
  }
  Loaded loaded;
  loaded.program = std::move(*compiled);
  prepareOptions.isSystem = [&](llvm::StringRef path) { return loaded.program.isSystem(path); };
  loaded.counts = prepare(*loaded.program.module, prepareOptions);
  const std::string bitcode = bitcodeOf(*loaded.program.module);
  cache.store(key, loaded.program.inputs, serialise(loaded, bitcode));
  cache.trim();
  EMPIRE_CHECK(readModule(bitcode, loaded.program), "a module that was just written should be readable");
  return loaded;
}

}  // namespace empire::frontend
