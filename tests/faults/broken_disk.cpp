// A library to be preloaded (LD_PRELOAD): a disk that fails while a file is there, for one file.
//   BROKEN_DISK_FILE    how the name of the file ends for which calls fail
//   BROKEN_DISK_SWITCH  a file that says how: "no room", "little room" (for all but the last byte),
//                       "fdatasync", "ftruncate", or several of them; or "system_error" and
//                       "bad_alloc", which are thrown when half or all of the bytes are written, as
//                       anything may be on the way to the disk
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <system_error>

namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Is this wrong now, for what the descriptor is open for?
bool fails(const std::string& fault, int descriptor) {
  std::ifstream file(variable("BROKEN_DISK_SWITCH"));
  const std::string faults{std::istreambuf_iterator<char>(file), {}};
  if (faults.find(fault) == std::string::npos) return false;
  std::error_code error;
  const auto opened =
      std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error);
  return opened.string().ends_with(variable("BROKEN_DISK_FILE"));
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  if (fails("system_error", descriptor)) {
    syscall(SYS_write, descriptor, bytes, size / 2);
    throw std::system_error(std::make_error_code(std::errc::resource_deadlock_would_occur));
  }
  if (fails("bad_alloc", descriptor)) {
    syscall(SYS_write, descriptor, bytes, size);
    throw std::bad_alloc();
  }
  const bool has_little_room = fails("little room", descriptor);
  if (fails("no room", descriptor) || (has_little_room && size == 1)) {
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_write, descriptor, bytes, has_little_room ? size / 2 : size);
}

int fdatasync(int descriptor) {
  if (!fails("fdatasync", descriptor)) return static_cast<int>(syscall(SYS_fdatasync, descriptor));
  errno = EIO;
  return -1;
}

int ftruncate(int descriptor, off_t size) noexcept {
  if (!fails("ftruncate", descriptor))
    return static_cast<int>(syscall(SYS_ftruncate, descriptor, size));
  errno = EIO;
  return -1;
}
}
