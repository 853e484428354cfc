#include "core/io/disk.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>

#include "core/io/encode.h"

namespace subintent::internal {

namespace files = std::filesystem;

PendingFile::PendingFile(OutputPath where) : where_(std::move(where)) {}

// Delegates, so that the destructor cleans up where opening fails half-way.
PendingFile::PendingFile(const std::string& path) : PendingFile(OutputPath(path)) {
  where_.is_stream() ? open_stream() : open_file();
}

PendingFile::~PendingFile() {
  if (is_hidden_) unlink(hidden_name_.c_str());
  if (before_ == Before::old_name) unlink(old_name_.c_str());
  if (descriptor_ >= 0) close(descriptor_);
}

void PendingFile::open_stream() {
  if (where_.descriptor < 0) {
    descriptor_ = open(where_.path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    const int mode = fcntl(where_.descriptor, F_GETFL);
    if (mode >= 0 && (mode & O_ACCMODE) == O_RDONLY)
      errno = EBADF;
    else if (mode >= 0)
      descriptor_ = fcntl(where_.descriptor, F_DUPFD_CLOEXEC, 0);
  }
  if (descriptor_ >= 0) return;
  if (errno == EBADF) {
    throw Error(Error::Kind::system, {where_.name, 0}, "is not open for writing",
                "redirect it to a file or a pipe");
  }
  throw_system_error(where_.name, "cannot be opened", "check the path and its permissions");
}

void PendingFile::open_file() {
  const std::string folder = where_.folder();
  const std::string digits = hex(sha256(files::path(where_.path).filename().string()));
  hidden_name_ = fmt::format("{}/.subintent-{:.16}.part", folder, digits);
  old_name_ = fmt::format("{}/.subintent-{:.16}.old.part", folder, digits);
  if (where_.exists && faccessat(AT_FDCWD, where_.path.c_str(), W_OK, AT_EACCESS) != 0) fail();
#ifdef O_TMPFILE
  descriptor_ = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  is_unnamed_ = descriptor_ >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL);
#endif
  if (!is_unnamed_) {
    unlink(hidden_name_.c_str());
    descriptor_ = open(hidden_name_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    is_hidden_ = descriptor_ >= 0;
  }
  if (descriptor_ < 0) {
    const int error = errno;
    std::error_code unknown;
    if ((error == ENOENT || error == ENOTDIR) && !files::is_directory(folder, unknown)) {
      throw Error(Error::Kind::system, {where_.name, 0},
                  "cannot be written: there is no folder " + folder, "create the folder first");
    }
    errno = error;
    fail();
  }
  if (where_.exists) keep_permissions();
}

// Keeps owner and group of the file that is replaced, as far as that is allowed, and its mode. A
// group that cannot be kept gets no more rights than others have.
void PendingFile::keep_permissions() {
  struct stat old {};
  if (stat(where_.path.c_str(), &old) != 0) fail();
  const bool keeps_group = fchown(descriptor_, old.st_uid, old.st_gid) == 0 ||
                           fchown(descriptor_, static_cast<uid_t>(-1), old.st_gid) == 0;
  mode_t mode = old.st_mode & 0777;
  if (!keeps_group) mode = (mode & ~mode_t{070}) | (mode & 07) << 3;
  // Some file systems have one mode for all files; what is new there is as what was there.
  (void)(fchmod(descriptor_, mode) != 0);
}

void PendingFile::write(std::string_view bytes) {
  if (!write_all(descriptor_, bytes)) fail();
}

void PendingFile::finish() {
  const int copy = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (copy < 0 || close(copy) != 0) fail();
}

// A file under the hidden name was left by a program that was killed, or is another program's on
// its way to the same output: that one does the same.
void PendingFile::take_hidden_name() {
  const std::string opened = fmt::format("/proc/self/fd/{}", descriptor_);
  while (linkat(AT_FDCWD, opened.c_str(), AT_FDCWD, hidden_name_.c_str(), AT_SYMLINK_FOLLOW) != 0)
    if (errno != EEXIST || (unlink(hidden_name_.c_str()) != 0 && errno != ENOENT)) fail();
  is_hidden_ = true;
}

// Another program on its way to the same output may have removed this file and made its own.
void PendingFile::require_hidden_name() const {
  struct stat opened {
  }, named{};
  if (fstat(descriptor_, &opened) != 0) fail();
  if (stat(hidden_name_.c_str(), &named) == 0 && opened.st_ino == named.st_ino) return;
  throw Error(Error::Kind::system, {where_.name, 0}, "is being written by another program",
              "wait for it, or write to another file");
}

void PendingFile::publish(bool undoable) {
  if (where_.is_stream() || is_published_) return;
  is_unnamed_ ? take_hidden_name() : require_hidden_name();
  if (undoable) {
    unlink(old_name_.c_str());  // left by a program that was killed
    const bool is_kept = link(where_.path.c_str(), old_name_.c_str()) == 0;
    if (is_kept || errno == ENOENT) before_ = is_kept ? Before::old_name : Before::nothing;
  }
  // If another program has taken the hidden name of an unnamed file, which was complete, its file
  // is the later one, and stays.
  const bool is_renamed = rename(hidden_name_.c_str(), where_.path.c_str()) == 0;
  if (!is_renamed && !(is_unnamed_ && errno == ENOENT)) fail();
  is_hidden_ = false;
  is_published_ = true;
}

void PendingFile::undo() noexcept {
  if (!std::exchange(is_published_, false)) return;
  const Before before = std::exchange(before_, Before::unknown);
  if (before == Before::nothing) unlink(where_.path.c_str());
  // If even that fails, the old file stays under its other name; it must not be lost.
  if (before == Before::old_name) (void)rename(old_name_.c_str(), where_.path.c_str());
}

void PendingFile::fail() const {
  throw_system_error(where_.name, "cannot be written", "check the path and its permissions");
}

namespace {

[[noreturn]] void fail(const std::string& folder, const std::string& what) {
  throw_system_error(folder, what, "check the folder and its permissions");
}

}  // namespace

TemporaryFile::TemporaryFile(std::string folder)
    : folder_(std::move(folder)), name_(folder_ + "/subintent.XXXXXX") {
  descriptor_ = mkostemp(name_.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(folder_, "no temporary file can be made there");
  const std::string nameless = "/proc/self/fd/" + std::to_string(descriptor_);
  if (access(nameless.c_str(), F_OK) != 0) return;
  unlink(name_.c_str());
  name_ = nameless;
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      name_(std::move(other.name_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ < 0) return;
  unlink(name_.c_str());  // which does nothing in /proc
  close(descriptor_);
}

void TemporaryFile::write(std::string_view bytes) {
  if (!write_all(descriptor_, bytes)) fail(folder_, "a temporary file cannot be written there");
}

FolderLock::FolderLock(const std::vector<std::string>& files) {
  // In one order, so that no two programs wait for each other.
  std::set<std::string> folders;
  std::error_code error;
  for (const std::string& file : files) {
    const OutputPath output(file);
    if (output.is_stream()) continue;
    folders.insert(std::filesystem::canonical(output.folder(), error).string());
  }
  for (const std::string& folder : folders) {
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) continue;
    descriptors_.push_back(descriptor);
    for (int waits = 0; waits < 600 && flock(descriptor, LOCK_EX | LOCK_NB) != 0; ++waits) {
      if (errno != EWOULDBLOCK) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
}

FolderLock::~FolderLock() {
  for (const int descriptor : descriptors_) close(descriptor);
}

bool wait_for_disk(int descriptor) {
#ifdef __APPLE__  // where fsync() leaves bytes in the cache of the disk (fcntl(2))
  return fcntl(descriptor, F_FULLFSYNC) == 0;
#else
  return fdatasync(descriptor) == 0;
#endif
}

}  // namespace subintent::internal

namespace subintent {

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

}  // namespace subintent
