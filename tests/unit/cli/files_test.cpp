#include "cli/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace empire::cli {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "empire-files-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string contents(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path(name)).rdbuf();
    return text.str();
  }
  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_;
};

TEST_F(Files, WritesAndReadsBack) {
  const std::string name = path("a \xc3\xa9.json");
  EXPECT_EQ(writeFile(name, "one"), "");
  EXPECT_EQ(writeFile(name, "two"), "");
  EXPECT_EQ(readFile(name, {})->text, "two");
  EXPECT_EQ(count(), 1u);
}

TEST_F(Files, KeepsModeAndLinks) {
  ASSERT_EQ(writeFile(path("a"), "one"), "");
  ASSERT_EQ(::chmod(path("a").c_str(), 0640), 0);
  fs::create_symlink("a", path("link"));
  ASSERT_EQ(writeFile(path("link"), "two"), "");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(contents("a"), "two");
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms(0640));
}

TEST_F(Files, LeavesNothingBehindWhenWritingFails) {
  EXPECT_NE(writeFile(path("none/a"), "x"), "");
  EXPECT_NE(whyNotWritable(path("none/a")), "");
  fs::create_directory(path("folder"));
  EXPECT_NE(writeFile(path("folder"), "x"), "");
  EXPECT_NE(whyNotWritable(path("folder")), "");
  EXPECT_NE(whyNotWritable(""), "");
  EXPECT_EQ(count(), 1u);
}

TEST_F(Files, WritesDevicesWithoutReplacingThem) {
  EXPECT_EQ(writeFile("/dev/null", "x"), "");
  EXPECT_NE(writeFile("/dev/full", "x").find("No space left"), std::string::npos);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(Files, ReadingSaysWhatIsWrong) {
  EXPECT_NE(readFile(path("none"), {}).error().front().message.find("No such file"), std::string::npos);
  EXPECT_NE(readFile(folder_.string(), {}).error().front().message.find("directory"), std::string::npos);
}

TEST_F(Files, ReadingWithoutEndStopsAtTheLimits) {
  Budget small;
  small.bytes = 1 << 20;
  EXPECT_EQ(readFile("/dev/zero", small)->exhausted, Exhausted::Bytes);
  const std::atomic<bool> cancelled{true};
  Budget late;
  late.cancelled = &cancelled;
  EXPECT_EQ(readFile("/dev/zero", late)->exhausted, Exhausted::Cancelled);
}

TEST(ShownName, IsRelativeBelowTheCurrentFolder) {
  EXPECT_EQ(shownName("./a/../b.esl"), "b.esl");
  EXPECT_EQ(shownName((fs::current_path() / "x" / "b.esl").string()), "x/b.esl");
  EXPECT_EQ(shownName("/no-such-folder/b.esl"), "/no-such-folder/b.esl");
  EXPECT_EQ(shownName("-"), "<stdin>");
}

}  // namespace
}  // namespace empire::cli
