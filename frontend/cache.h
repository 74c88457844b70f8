#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace empire::frontend {

/// What a result was made from: the bytes of the files that were read, and the files that were looked for in vain (a
/// header that appears in an earlier include folder changes the result too).
struct Inputs {
  struct File {
    std::string path;  // absolute
    std::string hash;
  };
  std::vector<File> files;
  std::vector<std::string> absent;  // absolute

  /// Adds those of another result. Not sorted, repetitions are possible: see normalise.
  void add(const Inputs& other);
  /// Sorts and drops repetitions.
  void normalise();
};

/// Results kept on disk between runs. An entry is found again only if it is whole (checksum) and all its inputs are as
/// they were. Everything that goes wrong with the disk is a miss, never an error. Threads: find and store may be called
/// from many threads, and many processes may share the folder.
class Cache {
 public:
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

  /// An empty folder name: the user's own cache folder. Not in use: every find is a miss.
  Cache(bool inUse, std::string folder, std::uint64_t maxBytes = kMaxBytes);

  /// The key of a result of this program, this Clang and these words.
  static std::string keyOf(const std::vector<std::string>& words);

  struct Found {
    Inputs inputs;
    std::string payload;
  };
  std::optional<Found> find(const std::string& key);
  void store(const std::string& key, const Inputs& inputs, std::string_view payload);

  /// Removes the entries that were not used for longest until the rest fits the bound. Call once, after storing.
  void trim();

  const std::string& folder() const { return folder_; }

 private:
  bool isFresh(const Inputs& inputs);
  std::string hashOfFile(const std::string& path);
  bool isAbsent(const std::string& path);

  std::string folder_;  // empty: not in use
  std::uint64_t maxBytes_;
  std::mutex mutex_;
  std::map<std::string, std::string> hashes_;  // of this run
  std::map<std::string, bool> absent_;
  std::uint64_t serial_ = 0;
  bool stored_ = false;
};

/// Puts numbers and strings one after the other.
class ByteWriter {
 public:
  void number(std::uint64_t value);
  void text(std::string_view value);
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads them back. After the end or an impossible length everything is empty and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t number();
  std::string text() { return std::string(view()); }
  std::string_view view();
  /// A number of elements to follow, each of at least one number.
  std::uint64_t count();
  bool ok() const { return ok_; }
  bool atEnd() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace empire::frontend
