// An entry is one file: a line with the format's name, the checksum of the rest, the inputs, the payload. Looking one
// up reads it and hashes the inputs, each once per run. Files are written under another name and renamed, so nobody
// sees half an entry.

#include "frontend/cache.h"

#include <clang/Basic/Version.h>
#include <fmt/format.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Process.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <tuple>

#include "frontend/hash.h"

namespace empire::frontend {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "empire-cache 1\n";
constexpr std::size_t kHashLength = 32;
constexpr std::string_view kSuffix = ".entry";

std::string userFolder() {
  const auto variable = [](const char* name) { return llvm::sys::Process::GetEnv(name).value_or(""); };
  const std::string cache = variable("XDG_CACHE_HOME");
  if (!cache.empty() && fs::path(cache).is_absolute()) return cache + "/empire";
  const std::string home = variable("HOME");
  return home.empty() ? "" : home + "/.cache/empire";
}

// Another build of this program may make other results from the same input.
std::string toolIdentity() {
  std::string identity = fmt::format("empire {} {}", EMPIRE_VERSION, clang::getClangFullVersion());
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status("/proc/self/exe", status)) {
    identity += fmt::format(" {} {}", status.getSize(), status.getLastModificationTime().time_since_epoch().count());
  }
  // Clang reads these by itself.
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX"}) {
    identity += fmt::format(" {}", llvm::sys::Process::GetEnv(name).value_or(""));
  }
  return identity;
}

std::optional<std::string> readWhole(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) return std::nullopt;
  return bytes;
}

}  // namespace

void Inputs::add(const Inputs& other) {
  files.insert(files.end(), other.files.begin(), other.files.end());
  absent.insert(absent.end(), other.absent.begin(), other.absent.end());
}

void Inputs::normalise() {
  const auto key = [](const File& file) { return std::tie(file.path, file.hash); };
  std::sort(files.begin(), files.end(), [&](const File& a, const File& b) { return key(a) < key(b); });
  files.erase(std::unique(files.begin(), files.end(), [&](const File& a, const File& b) { return key(a) == key(b); }),
              files.end());
  std::sort(absent.begin(), absent.end());
  absent.erase(std::unique(absent.begin(), absent.end()), absent.end());
}

Cache::Cache(bool inUse, std::string folder, std::uint64_t maxBytes) : maxBytes_(maxBytes) {
  if (!inUse) return;
  if (folder.empty()) folder = userFolder();
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (fs::is_directory(folder, error)) folder_ = std::move(folder);
}

std::string Cache::keyOf(const std::vector<std::string>& words) {
  ByteWriter writer;
  writer.text(toolIdentity());
  for (const std::string& word : words) writer.text(word);
  return hashOf(writer.take());
}

std::string Cache::hashOfFile(const std::string& path) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = hashes_.find(path); found != hashes_.end()) return found->second;
  }
  const auto buffer = llvm::MemoryBuffer::getFile(path, false, false);
  std::string hash = buffer ? hashOf((*buffer)->getBuffer()) : std::string();
  const std::lock_guard lock(mutex_);
  return hashes_.emplace(path, std::move(hash)).first->second;
}

bool Cache::isAbsent(const std::string& path) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = absent_.find(path); found != absent_.end()) return found->second;
  }
  const bool absent = !llvm::sys::fs::exists(path);
  const std::lock_guard lock(mutex_);
  return absent_.emplace(path, absent).first->second;
}

bool Cache::isFresh(const Inputs& inputs) {
  return std::all_of(inputs.files.begin(), inputs.files.end(),
                     [&](const Inputs::File& file) { return hashOfFile(file.path) == file.hash; }) &&
         std::all_of(inputs.absent.begin(), inputs.absent.end(),
                     [&](const std::string& path) { return isAbsent(path); });
}

std::optional<Cache::Found> Cache::find(const std::string& key) {
  if (folder_.empty()) return std::nullopt;
  const std::string path = fmt::format("{}/{}{}", folder_, key, kSuffix);
  const std::optional<std::string> bytes = readWhole(path);
  if (!bytes || !bytes->starts_with(kMagic) || bytes->size() < kMagic.size() + kHashLength) return std::nullopt;
  const std::string_view body = std::string_view(*bytes).substr(kMagic.size() + kHashLength);
  if (std::string_view(*bytes).substr(kMagic.size(), kHashLength) != hashOf(body)) return std::nullopt;
  ByteReader reader(body);
  if (reader.view() != key) return std::nullopt;
  Found found;
  for (std::uint64_t n = reader.count(); n > 0; --n) {
    std::string file = reader.text();
    found.inputs.files.push_back({std::move(file), reader.text()});
  }
  for (std::uint64_t n = reader.count(); n > 0; --n) found.inputs.absent.push_back(reader.text());
  found.payload = reader.text();
  if (!reader.atEnd() || !isFresh(found.inputs)) return std::nullopt;
  std::error_code error;
  fs::last_write_time(path, fs::file_time_type::clock::now(), error);  // trim goes by this
  return found;
}

void Cache::store(const std::string& key, const Inputs& inputs, std::string_view payload) {
  if (folder_.empty()) return;
  ByteWriter writer;
  writer.text(key);
  writer.number(inputs.files.size());
  for (const Inputs::File& file : inputs.files) {
    writer.text(file.path);
    writer.text(file.hash);
  }
  writer.number(inputs.absent.size());
  for (const std::string& path : inputs.absent) writer.text(path);
  writer.text(payload);
  const std::string body = writer.take();
  std::string temporary;
  {
    const std::lock_guard lock(mutex_);
    temporary = fmt::format("{}/{}.{}.{}.tmp", folder_, key, ::getpid(), serial_++);
    stored_ = true;
  }
  std::error_code error;
  {
    std::ofstream out(temporary, std::ios::binary);
    out << kMagic << hashOf(body) << body;
    out.close();
    if (!out) {
      fs::remove(temporary, error);
      return;
    }
  }
  fs::rename(temporary, fmt::format("{}/{}{}", folder_, key, kSuffix), error);
  if (error) fs::remove(temporary, error);
}

void Cache::trim() {
  if (folder_.empty() || !stored_) return;
  struct Entry {
    fs::file_time_type used;
    std::string path;
    std::uint64_t size;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    const std::string path = it->path().string();
    const auto used = it->last_write_time(ignored);
    const auto size = ignored ? 0 : it->file_size(ignored);
    if (ignored) continue;
    if (path.ends_with(".tmp") && now - used > std::chrono::hours(1)) fs::remove(path, ignored);  // of a run that died
    if (!path.ends_with(kSuffix)) continue;
    entries.push_back({used, path, size});
    total += size;
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return std::tie(a.used, a.path) < std::tie(b.used, b.path); });
  for (const Entry& entry : entries) {
    if (total <= maxBytes_) break;
    if (fs::remove(entry.path, error)) total -= entry.size;
  }
}

void ByteWriter::number(std::uint64_t value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes_.append(raw, sizeof value);
}

void ByteWriter::text(std::string_view value) {
  number(value.size());
  bytes_ += value;
}

std::uint64_t ByteReader::number() {
  std::uint64_t value = 0;
  if (!ok_ || rest_.size() < sizeof value) {
    ok_ = false;
    return 0;
  }
  std::memcpy(&value, rest_.data(), sizeof value);
  rest_.remove_prefix(sizeof value);
  return value;
}

std::string_view ByteReader::view() {
  const std::uint64_t size = number();
  if (!ok_ || rest_.size() < size) {
    ok_ = false;
    return {};
  }
  const std::string_view value = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return value;
}

std::uint64_t ByteReader::count() {
  const std::uint64_t value = number();
  if (value > rest_.size() / sizeof value) ok_ = false;
  return ok_ ? value : 0;
}

}  // namespace empire::frontend
