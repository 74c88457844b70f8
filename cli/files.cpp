#include "cli/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

namespace empire::cli {

namespace fs = std::filesystem;

namespace {

/// Closes a file descriptor at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  /// Closes now; the last chance to hear of a failed write.
  bool close() {
    const int result = ::close(fd_);
    fd_ = -1;
    return result == 0;
  }

 private:
  int fd_;
};

std::string failure(std::string_view what, const std::string& path, int error) {
  return "cannot " + std::string(what) + " " + path + ": " + std::strerror(error);
}

Diagnostic cannotRead(const std::string& path, int error) {
  Diagnostic diagnostic;
  diagnostic.message = failure("read", path, error);
  return diagnostic;
}

// Returns: 0, or the error number.
int writeAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

// The file that is to be replaced: links are followed, so that the link stays.
std::string targetOf(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

std::string folderOf(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

std::string writeDirectly(const std::string& path, std::string_view text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) return failure("write", path, errno);
  const int error = writeAll(file.get(), text);
  if (error != 0) return failure("write", path, error);
  return file.close() ? "" : failure("write", path, errno);
}

std::string replaceFile(const std::string& path, std::string_view text, std::optional<mode_t> mode) {
  std::string beside = path + ".empire-" + std::to_string(::getpid());
  Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) return failure("write", path, errno);
  int error = writeAll(file.get(), text);
  if (error == 0 && mode && ::fchmod(file.get(), *mode) != 0) error = errno;
  if (!file.close() && error == 0) error = errno;
  if (error == 0 && ::rename(beside.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return "";
  ::unlink(beside.c_str());
  return failure("write", path, error);
}

}  // namespace

std::string shownName(const std::string& path) {
  if (path == "-") return "<stdin>";
  std::error_code error;
  const fs::path normal = fs::path(path).lexically_normal();
  const fs::path here = fs::current_path(error);
  if (error || !normal.is_absolute()) return normal.string();
  const fs::path relative = normal.lexically_relative(here);
  return relative.empty() || *relative.begin() == ".." ? normal.string() : relative.string();
}

Result<FileText> readFile(const std::string& path, const Budget& budget) {
  const bool standardInput = path == "-";
  const std::string name = standardInput ? "standard input" : path;
  Descriptor file(standardInput ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return cannotRead(name, errno);
  FileText result;
  std::array<char, 1 << 16> buffer;
  while (true) {
    if (budget.isCancelled()) result.exhausted = Exhausted::Cancelled;
    if (result.text.size() > budget.bytes) result.exhausted = Exhausted::Bytes;
    if (result.exhausted != Exhausted::Nothing) return result;
    const ssize_t n = ::read(file.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return cannotRead(name, errno);
    if (n == 0) return result;
    result.text.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

std::string whyNotWritable(const std::string& path) {
  struct stat info{};
  if (path.empty()) return "cannot write to a file without a name";
  const std::string target = targetOf(path);
  const bool exists = ::stat(target.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) return failure("write", path, EISDIR);
  if (exists && !S_ISREG(info.st_mode)) return ::access(target.c_str(), W_OK) == 0 ? "" : failure("write", path, errno);
  if (!exists && target.ends_with('/')) return failure("write", path, EISDIR);
  return ::access(folderOf(target).c_str(), W_OK | X_OK) == 0 ? "" : failure("write", path, errno);
}

std::string writeFile(const std::string& path, std::string_view text) {
  struct stat info{};
  const std::string target = targetOf(path);
  const bool exists = ::stat(target.c_str(), &info) == 0;
  if (exists && !S_ISREG(info.st_mode)) return writeDirectly(target, text);
  return replaceFile(target, text, exists ? std::optional<mode_t>(info.st_mode & 07777) : std::nullopt);
}

}  // namespace empire::cli
