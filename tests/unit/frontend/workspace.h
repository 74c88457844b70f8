#pragma once

#include <gtest/gtest.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "frontend/load.h"

namespace empire::frontend {

/// A test with an empty folder of its own for sources, database and cache.
class Workspace : public testing::Test {
 protected:
  void SetUp() override {
    llvm::SmallString<128> path;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("empire-test", path));
    root_ = std::filesystem::canonical(path.c_str()).string();
    options_.useCache = false;
  }
  void TearDown() override {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  std::string at(const std::string& name) const { return root_ + "/" + name; }

  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
    std::ofstream(at(name)) << text;
    return at(name);
  }

  /// Compiles; the test fails if that does.
  Compiled compiled() const {
    Result<Compiled> result = compile(options_);
    if (!result) {
      ADD_FAILURE() << toString(result.error());
      return {};
    }
    return std::move(*result);
  }

  /// The messages of a compilation that must fail.
  std::string failure() const {
    Result<Compiled> result = compile(options_);
    if (result) {
      ADD_FAILURE() << "compiles";
      return {};
    }
    return toString(result.error());
  }

  Loaded loaded(const PrepareOptions& prepareOptions = {}) const {
    Result<Loaded> result = load(options_, prepareOptions);
    if (!result) {
      ADD_FAILURE() << toString(result.error());
      return {};
    }
    return std::move(*result);
  }

  static std::string bytesOf(const llvm::Module& module) {
    std::string bytes;
    llvm::raw_string_ostream stream(bytes);
    llvm::WriteBitcodeToFile(module, stream);
    stream.flush();
    return bytes;
  }

  static std::string textOf(const llvm::Function* function) {
    if (function == nullptr || function->isDeclaration()) {
      ADD_FAILURE() << "no such function";
      return {};
    }
    std::string text;
    llvm::raw_string_ostream stream(text);
    function->print(stream);
    stream.flush();
    return text;
  }

  static bool has(const std::string& text, const std::string& piece) { return text.find(piece) != std::string::npos; }

  static int countOf(const std::string& text, const std::string& piece) {
    int count = 0;
    for (auto at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++count;
    return count;
  }

  static bool defines(const llvm::Module& module, llvm::StringRef name) {
    const llvm::Function* function = module.getFunction(name);
    return function != nullptr && !function->isDeclaration();
  }

  std::string root_;
  CompileOptions options_;
};

}  // namespace empire::frontend
