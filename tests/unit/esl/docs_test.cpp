// The examples in docs/esl.md are modules without errors and warnings.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "esl/parser.h"
#include "esl/printer.h"
#include "esl/validate.h"

namespace empire::esl {
namespace {

std::vector<std::string> examples() {
  const std::filesystem::path root = std::filesystem::path(__FILE__).parent_path() / "../../..";
  std::ifstream file(root / "docs/esl.md");
  std::vector<std::string> blocks;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (!inside && line == "```esl") {
      inside = true;
      blocks.emplace_back();
    } else if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      blocks.back() += line + "\n";
    }
  }
  return blocks;
}

TEST(Docs, ExamplesAreValid) {
  const std::vector<std::string> blocks = examples();
  EXPECT_GE(blocks.size(), 4u);
  for (const std::string& text : blocks) {
    const Result<Module> module = parse(text, "docs/esl.md");
    ASSERT_TRUE(module) << toString(module.error()) << text;
    EXPECT_EQ(toString(validate(*module)), "") << text;
    const Result<Module> again = parse(print(*module), "again");
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *module);
  }
}

}  // namespace
}  // namespace empire::esl
