#include "frontend/cache.h"

#include <gtest/gtest.h>

#include "frontend/load.h"
#include "tests/unit/frontend/workspace.h"

namespace empire::frontend {
namespace {

namespace fs = std::filesystem;

class CacheTest : public Workspace {
 protected:
  void SetUp() override {
    Workspace::SetUp();
    options_.useCache = true;
    options_.cacheDir = at("cache");
    options_.files = {write("a.cpp", "#include \"h.h\"\nint main() { return H; }\n")};
    options_.flags = {"-I" + at("first"), "-I" + at("second")};
    fs::create_directories(at("first"));
    write("second/h.h", "#define H 1\n");
  }

  std::vector<std::string> entries() const {
    std::vector<std::string> paths;
    for (const auto& entry : fs::directory_iterator(at("cache"))) paths.push_back(entry.path().string());
    return paths;
  }

  int mainReturns() const { return has(textOf(loaded().program.module->getFunction("main")), "ret i32 1") ? 1 : 2; }
};

TEST_F(CacheTest, ASecondLoadParsesNothingAndGivesTheSameBytes) {
  const Loaded first = loaded();
  EXPECT_FALSE(first.fromCache);
  const Loaded second = loaded();
  EXPECT_TRUE(second.fromCache);
  EXPECT_EQ(bytesOf(*first.program.module), bytesOf(*second.program.module));
  EXPECT_EQ(first.program.files, second.program.files);
  EXPECT_EQ(first.program.units, second.program.units);
  EXPECT_EQ(first.counts.instructions, second.counts.instructions);
  options_.useCache = false;
  const Loaded third = loaded();
  EXPECT_FALSE(third.fromCache);
  EXPECT_EQ(bytesOf(*first.program.module), bytesOf(*third.program.module));
}

TEST_F(CacheTest, NoticesAChangedHeader) {
  EXPECT_EQ(mainReturns(), 1);
  write("second/h.h", "#define H 2\n");
  EXPECT_EQ(mainReturns(), 2);
  write("second/h.h", "#define H 1\n");
  EXPECT_EQ(mainReturns(), 1);
}

TEST_F(CacheTest, NoticesAHeaderThatAppearsEarlierInThePath) {
  EXPECT_EQ(mainReturns(), 1);
  write("first/h.h", "#define H 2\n");
  EXPECT_EQ(mainReturns(), 2);
}

TEST_F(CacheTest, NoticesOtherFlags) {
  EXPECT_EQ(mainReturns(), 1);
  std::swap(options_.flags[0], options_.flags[1]);
  EXPECT_FALSE(loaded().fromCache);
  options_.flags.emplace_back("-DX");
  EXPECT_FALSE(loaded().fromCache);
  EXPECT_TRUE(loaded().fromCache);
}

TEST_F(CacheTest, OnlyChangedUnitsAreParsedAgain) {
  options_.files.push_back(write("b.cpp", "int b() { return 1; }\n"));
  loaded();
  write("b.cpp", "int b() { return 2; }\n");
  const Loaded second = loaded();
  EXPECT_FALSE(second.fromCache);
  EXPECT_EQ(second.program.unitsFromCache, 1U);
}

TEST_F(CacheTest, DoesNotKeepWhatDoesNotCompile) {
  write("second/h.h", "#define H oops\n");
  EXPECT_FALSE(load(options_, {}));
  EXPECT_FALSE(load(options_, {}));
  EXPECT_TRUE(entries().empty());
}

TEST_F(CacheTest, ReplacesCorruptEntries) {
  const std::string good = bytesOf(*loaded().program.module);
  const auto paths = entries();
  ASSERT_EQ(paths.size(), 2U);  // the unit and the program
  const auto corruptAll = [&](const std::function<std::string(std::string)>& change) {
    for (const std::string& path : paths) {
      std::ifstream in(path, std::ios::binary);
      std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
      std::ofstream(path, std::ios::binary) << change(std::move(bytes));
    }
    const Loaded again = loaded();
    EXPECT_FALSE(again.fromCache);
    EXPECT_EQ(again.program.unitsFromCache, 0U);
    EXPECT_EQ(bytesOf(*again.program.module), good);
    EXPECT_TRUE(loaded().fromCache);
  };
  corruptAll([](std::string) { return std::string(); });
  corruptAll([](std::string bytes) { return bytes.substr(0, bytes.size() / 2); });
  corruptAll([](std::string bytes) { return "x" + bytes; });
  corruptAll([](std::string bytes) { return bytes + "x"; });
  corruptAll([](std::string bytes) {
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    return bytes;
  });
}

TEST_F(CacheTest, WorksWithoutAFolderItCanWrite) {
  write("cache", "a file, not a folder");
  EXPECT_FALSE(loaded().fromCache);
  EXPECT_FALSE(loaded().fromCache);
}

TEST_F(CacheTest, AnEntryUnderAnotherNameIsNotFound) {
  Cache cache(true, at("cache"));
  cache.store("one", {}, "payload");
  fs::copy(at("cache/one.entry"), at("cache/two.entry"));
  EXPECT_TRUE(cache.find("one"));
  EXPECT_FALSE(cache.find("two"));
}

TEST_F(CacheTest, DropsTheOldestAboveTheBound) {
  Cache cache(true, at("cache"), 5000);
  const std::string payload(2000, 'x');
  const auto now = fs::file_time_type::clock::now();
  int age = 50;
  for (const char* key : {"a", "b", "c"}) {
    cache.store(key, {}, payload);
    fs::last_write_time(at("cache/" + std::string(key) + ".entry"), now - std::chrono::seconds(age--));
  }
  EXPECT_TRUE(cache.find("a"));  // used now, so b is the oldest
  cache.trim();
  EXPECT_TRUE(cache.find("a"));
  EXPECT_FALSE(cache.find("b"));
  EXPECT_TRUE(cache.find("c"));
}

TEST(ByteReaderTest, StopsAtImpossibleLengths) {
  ByteWriter writer;
  writer.number(1000);
  const std::string bytes = writer.take();
  EXPECT_EQ(ByteReader(bytes).count(), 0U);
  ByteReader reader(bytes);
  EXPECT_EQ(reader.text(), "");
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.number(), 0U);
}

}  // namespace
}  // namespace empire::frontend
