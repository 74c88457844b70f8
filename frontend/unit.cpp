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

std::string absolute(llvm::StringRef path, llvm::StringRef directory) {
  llvm::SmallString<256> full(path);
  if (!llvm::sys::path::is_absolute(full)) {
    full = directory;
    llvm::sys::path::append(full, path);
  }
  llvm::sys::path::remove_dots(full, true);
  return std::string(full);
}

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
  UnitAction(llvm::LLVMContext& context, std::string directory, FileMap& files, std::unique_ptr<llvm::Module>& module)
      : EmitLLVMOnlyAction(&context), directory_(std::move(directory)), files_(files), module_(module) {}

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
      if (bytes) files_[absolute(info->first.getName(), directory_)].hash = hashOf(*bytes);
    }
    EmitLLVMOnlyAction::EndSourceFileAction();
    module_ = takeModule();
  }

 private:
  std::string directory_;
  FileMap& files_;
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
  const auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), disk);
  FileMap files;
  std::unique_ptr<llvm::Module> module;
  ErrorCollector collector;
  bool good = false;
  {
    clang::tooling::ToolInvocation invocation(
        command.arguments, std::make_unique<UnitAction>(context, command.directory, files, module), manager.get());
    invocation.setDiagnosticConsumer(&collector);
    good = invocation.run();
  }
  if (!good || !module) {
    if (collector.errors.empty()) collector.errors.push_back({{command.file, 0, 0}, "Clang cannot compile this file"});
    return collector.errors;
  }

  Unit unit;
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

}  // namespace empire::frontend
