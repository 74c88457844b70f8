// One parse of one file: Clang's code generator makes the module, callbacks of its preprocessor tell which files are
// system headers (a pragma can say so halfway through a file, so the name alone does not), and the source manager knows
// the bytes of every file that was read.

#include "frontend/unit.h"

#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Tooling/Tooling.h>
#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <map>

#include "frontend/hash.h"

namespace empire::frontend {
namespace {

using FileMap = std::map<std::string, SourceFile>;

// With its dots left in: with symbolic links about, `a/../b` need not be `b`.
std::string joined(llvm::StringRef path, llvm::StringRef directory) {
  llvm::SmallString<256> full;
  if (!llvm::sys::path::is_absolute(path)) full = directory;
  llvm::sys::path::append(full, path);
  return std::string(full);
}

std::string absolute(llvm::StringRef path, llvm::StringRef directory) {
  llvm::SmallString<256> full(joined(path, directory));
  llvm::sys::path::remove_dots(full, true);
  return std::string(full);
}

// The disk, with a list of what was looked for and is not there.
class RecordingDisk : public llvm::vfs::ProxyFileSystem {
 public:
  RecordingDisk(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk, std::string directory, Inputs& inputs)
      : ProxyFileSystem(std::move(disk)), directory_(std::move(directory)), inputs_(inputs) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    auto result = ProxyFileSystem::status(path);
    if (!result) note(path);
    return result;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    auto result = ProxyFileSystem::openFileForRead(path);
    if (!result) note(path);
    return result;
  }
  bool exists(const llvm::Twine& path) override {
    const bool found = ProxyFileSystem::exists(path);
    if (!found) note(path);
    return found;
  }

 private:
  void note(const llvm::Twine& path) { inputs_.absent.push_back(joined(path.str(), directory_)); }

  std::string directory_;
  Inputs& inputs_;
};

// Errors and their notes, as Clang words them.
class ErrorCollector : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    const bool isError = level >= clang::DiagnosticsEngine::Error;
    if (!isError && (level != clang::DiagnosticsEngine::Note || !lastWasError_)) {
      lastWasError_ = false;
      return;
    }
    lastWasError_ = true;
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    Diagnostic result{{}, std::string(text), isError ? Severity::Error : Severity::Note};
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      const clang::PresumedLoc loc = info.getSourceManager().getPresumedLoc(info.getLocation());
      if (loc.isValid()) result.where = {loc.getFilename(), loc.getLine(), loc.getColumn()};
    }
    errors.push_back(result);
    if (info.getID() == clang::diag::err_pp_file_not_found) {
      errors.push_back({result.where,
                        "give the folder of this header with '-- -I FOLDER', or the whole command line with "
                        "'-p BUILD', where BUILD has a compile_commands.json",
                        Severity::Note});
    }
  }

  Diagnostics errors;

 private:
  bool lastWasError_ = false;
};

// Which names, as debug info spells them, are system headers.
class SystemFiles : public clang::PPCallbacks {
 public:
  SystemFiles(const clang::SourceManager& manager, std::string directory, FileMap& files)
      : manager_(manager), directory_(std::move(directory)), files_(files) {}

  void FileChanged(clang::SourceLocation loc, FileChangeReason, clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID) override {
    const clang::PresumedLoc presumed = manager_.getPresumedLoc(loc);
    if (presumed.isInvalid() || llvm::StringRef(presumed.getFilename()).starts_with("<")) return;
    SourceFile& file = files_[absolute(presumed.getFilename(), directory_)];
    if (clang::SrcMgr::isSystem(kind)) file.system = true;
  }

 private:
  const clang::SourceManager& manager_;
  std::string directory_;
  FileMap& files_;
};

class UnitAction : public clang::EmitLLVMOnlyAction {
 public:
  UnitAction(llvm::LLVMContext& context, std::string directory, FileMap& files, Inputs& inputs,
             std::unique_ptr<llvm::Module>& module)
      : EmitLLVMOnlyAction(&context),
        directory_(std::move(directory)),
        files_(files),
        inputs_(inputs),
        module_(module) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<SystemFiles>(compiler.getSourceManager(), directory_, files_));
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  void EndSourceFileAction() override {
    const clang::SourceManager& manager = getCompilerInstance().getSourceManager();
    for (auto info = manager.fileinfo_begin(); info != manager.fileinfo_end(); ++info) {
      const auto bytes = info->second->getBufferDataIfLoaded();
      if (!bytes) continue;
      std::string hash = hashOf(*bytes);
      inputs_.files.push_back({joined(info->first.getName(), directory_), hash});
      files_[absolute(info->first.getName(), directory_)].hash = std::move(hash);
    }
    EmitLLVMOnlyAction::EndSourceFileAction();
    module_ = takeModule();
  }

 private:
  std::string directory_;
  FileMap& files_;
  Inputs& inputs_;
  std::unique_ptr<llvm::Module>& module_;
};

Position positionOf(const llvm::GlobalValue& value) {
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) {
    if (const llvm::DISubprogram* node = function->getSubprogram()) return {pathOf(node), node->getLine(), 0};
  } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> nodes;
    variable->getDebugInfo(nodes);
    if (!nodes.empty())
      return {pathOf(nodes[0]->getVariable()->getScope() ? nodes[0]->getVariable()->getFile() : nullptr),
              nodes[0]->getVariable()->getLine(), 0};
  }
  return {};
}

std::vector<Definition> strongDefinitions(const llvm::Module& module) {
  std::vector<Definition> definitions;
  for (const llvm::GlobalValue& value : module.global_values()) {
    if (!value.isDeclaration() && value.hasExternalLinkage())
      definitions.push_back({value.getName().str(), positionOf(value)});
  }
  return definitions;
}

}  // namespace

Result<Unit> parseUnit(const Command& command) {
  llvm::LLVMContext context;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk(llvm::vfs::createPhysicalFileSystem());
  if (disk->setCurrentWorkingDirectory(command.directory)) {
    return Diagnostic{{command.file, 0, 0}, "cannot enter the directory " + command.directory};
  }
  Unit unit;
  const auto recorder = llvm::makeIntrusiveRefCnt<RecordingDisk>(disk, command.directory, unit.inputs);
  const auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), recorder);
  FileMap files;
  std::unique_ptr<llvm::Module> module;
  ErrorCollector collector;
  bool good = false;
  {
    clang::tooling::ToolInvocation invocation(
        command.arguments, std::make_unique<UnitAction>(context, command.directory, files, unit.inputs, module),
        manager.get());
    invocation.setDiagnosticConsumer(&collector);
    good = invocation.run();
  }
  if (!good || !module) {
    if (collector.errors.empty()) collector.errors.push_back({{command.file, 0, 0}, "Clang cannot compile this file"});
    return collector.errors;
  }

  unit.inputs.normalise();
  trimDebugInfo(*module, [&](llvm::StringRef path) {
    const auto found = files.find(path.str());
    return found == files.end() || found->second.system;
  });
  unit.definitions = strongDefinitions(*module);
  for (auto& [path, file] : files) {
    file.path = path;
    unit.files.push_back(std::move(file));
  }
  llvm::raw_string_ostream stream(unit.bitcode);
  llvm::WriteBitcodeToFile(*module, stream);
  stream.flush();
  return unit;
}

void write(ByteWriter& writer, const std::vector<SourceFile>& files) {
  writer.number(files.size());
  for (const SourceFile& file : files) {
    writer.text(file.path);
    writer.text(file.hash);
    writer.number(file.system ? 1 : 0);
  }
}

std::vector<SourceFile> readFiles(ByteReader& reader) {
  std::vector<SourceFile> files(reader.count());
  for (SourceFile& file : files) {
    file.path = reader.text();
    file.hash = reader.text();
    file.system = reader.number() != 0;
  }
  return files;
}

std::string serialise(const Unit& unit) {
  ByteWriter writer;
  write(writer, unit.files);
  writer.number(unit.definitions.size());
  for (const Definition& definition : unit.definitions) {
    writer.text(definition.symbol);
    writer.text(definition.where.file);
    writer.number(definition.where.line);
  }
  writer.text(unit.bitcode);
  return writer.take();
}

std::optional<Unit> deserialiseUnit(std::string_view bytes) {
  ByteReader reader(bytes);
  Unit unit;
  unit.files = readFiles(reader);
  unit.definitions.resize(reader.count());
  for (Definition& definition : unit.definitions) {
    definition.symbol = reader.text();
    definition.where.file = reader.text();
    definition.where.line = static_cast<std::uint32_t>(reader.number());
  }
  unit.bitcode = reader.text();
  if (!reader.atEnd()) return std::nullopt;
  return unit;
}

}  // namespace empire::frontend
