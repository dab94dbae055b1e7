// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Support/File.h"

#include "spyre/Support/Error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spyre {

namespace {

[[noreturn]] void fail(const char *what, const std::string &path) {
  throw Error(std::string("cannot ") + what + " '" + path + "': " + std::strerror(errno));
}

class Descriptor {
public:
  explicit Descriptor(int fd) : fd(fd) {}
  Descriptor(const Descriptor &) = delete;
  ~Descriptor() {
    if (fd >= 0)
      ::close(fd);
  }
  bool valid() const { return fd >= 0; }
  int get() const { return fd; }
  /// Unlike the destructor, tells whether the last bytes got out.
  bool close() {
    int result = ::close(fd);
    fd = -1;
    return result == 0;
  }

private:
  int fd;
};

bool writeAll(int fd, std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    bytes = bytes.subspan(size_t(n));
  }
  return true;
}

// The permissions that open(2) would have given.
void openUp(int fd) {
  mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(fd, 0666 & ~mask);
}

void writeBeside(const std::string &path, std::span<const uint8_t> bytes) {
  std::string beside = path + ".XXXXXX";
  Descriptor file(::mkstemp(beside.data()));
  if (!file.valid())
    fail("write", path);
  openUp(file.get());
  if (writeAll(file.get(), bytes) && file.close() && ::rename(beside.c_str(), path.c_str()) == 0)
    return;
  int error = errno;
  ::unlink(beside.c_str());
  errno = error;
  fail("write", path);
}

} // namespace

std::vector<uint8_t> readFile(const std::string &path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info;
  if (!file.valid() || ::fstat(file.get(), &info) != 0)
    fail("read", path);
  if (S_ISDIR(info.st_mode))
    throw Error("cannot read '" + path + "': expected a file, found a directory");
  std::vector<uint8_t> bytes(S_ISREG(info.st_mode) ? size_t(info.st_size) : 0);
  size_t used = 0;
  while (true) {
    if (used == bytes.size()) // not regular, or it grew
      bytes.resize(used + std::max<size_t>(used / 2, 4096));
    ssize_t n = ::read(file.get(), bytes.data() + used, bytes.size() - used);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      fail("read", path);
    used += size_t(n);
    if (n == 0 || (S_ISREG(info.st_mode) && used == size_t(info.st_size)))
      break;
  }
  bytes.resize(used);
  return bytes;
}

std::string readTextFile(const std::string &path) {
  std::vector<uint8_t> bytes = readFile(path);
  return std::string(bytes.begin(), bytes.end());
}

void writeFile(const std::string &path, std::span<const uint8_t> bytes) {
  struct stat info;
  if (::stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode))
    return writeBeside(path, bytes);
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.valid() || !writeAll(file.get(), bytes) || !file.close())
    fail("write", path);
}

void writeFile(const std::string &path, const std::string &text) {
  writeFile(path, std::span(reinterpret_cast<const uint8_t *>(text.data()), text.size()));
}

} // namespace spyre
