#include "io/pending_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/system_error.h"
#include "io/unnamed_file.h"
#include "io/write_all.h"

namespace subintent::internal {
namespace {

// 64-bit FNV-1a: a short name that depends on the name of the output alone.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace

PendingFile::PendingFile(OutputPath where) : where_(std::move(where)) {}

// Delegates, so that the destructor cleans up where opening fails half-way.
PendingFile::PendingFile(const std::string& path) : PendingFile(OutputPath(path)) {
  where_.is_stream() ? open_stream() : open_file();
}

PendingFile::~PendingFile() {
  // In this order: closing gives up the lock, and then the name may be another program's.
  if (is_hidden_) unlink(hidden_name_.c_str());
  if (keeps_old_) unlink(old_name_.c_str());
  if (descriptor_ >= 0) close(descriptor_);
}

void PendingFile::open_stream() {
  if (where_.descriptor < 0) {
    descriptor_ = open(where_.path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    const int mode = fcntl(where_.descriptor, F_GETFL);
    if (mode >= 0 && (mode & O_ACCMODE) == O_RDONLY) {
      errno = EBADF;
    } else if (mode >= 0) {
      descriptor_ = fcntl(where_.descriptor, F_DUPFD_CLOEXEC, 0);
    }
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
  const std::string file = std::filesystem::path(where_.path).filename().string();
  const std::string hidden = fmt::format("{}/.subintent-{:016x}", folder, hash_of(file));
  hidden_name_ = hidden + ".part";
  old_name_ = hidden + ".old.part";
  if (where_.exists && faccessat(AT_FDCWD, where_.path.c_str(), W_OK, AT_EACCESS) != 0) fail();
  open_unnamed();
  if (descriptor_ < 0) {
    const int error = errno;
    std::error_code unknown;
    if ((error == ENOENT || error == ENOTDIR) && !std::filesystem::is_directory(folder, unknown)) {
      throw Error(Error::Kind::system, {where_.name, 0},
                  "cannot be written: there is no folder " + folder, "create the folder first");
    }
    errno = error;
    fail();
  }
  if (where_.exists) keep_permissions();
}

// An unnamed file vanishes with the process, however that ends.
void PendingFile::open_unnamed() {
  const auto descriptor = internal::open_unnamed(where_.folder(), O_WRONLY, 0666);
  if (!descriptor) return open_named();
  descriptor_ = *descriptor;
  if (descriptor_ >= 0) descriptor_path_ = descriptor_path(descriptor_);
}

void PendingFile::open_named() {
  struct stat opened {
  }, named{};
  do {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = open(hidden_name_.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor_ < 0) return;
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      close(std::exchange(descriptor_, -1));
      throw Error(Error::Kind::system, {where_.name, 0}, "is being written by another program",
                  "wait for it, or write to another file");
    }
    // The other program may just have finished and renamed this very file.
  } while (fstat(descriptor_, &opened) != 0 || stat(hidden_name_.c_str(), &named) != 0 ||
           opened.st_ino != named.st_ino);
  is_hidden_ = true;
  if (ftruncate(descriptor_, 0) != 0) fail();
}

// Of the file that is replaced: its owner and group, as far as that is allowed, and its mode. A
// group that cannot be kept gets no more rights than others have.
void PendingFile::keep_permissions() {
  struct stat old {
  }, made{};
  if (stat(where_.path.c_str(), &old) != 0 || fstat(descriptor_, &made) != 0) fail();
  bool keeps_group = old.st_gid == made.st_gid;
  if (old.st_uid != made.st_uid || !keeps_group) {
    keeps_group = fchown(descriptor_, old.st_uid, old.st_gid) == 0 ||
                  fchown(descriptor_, static_cast<uid_t>(-1), old.st_gid) == 0;
  }
  mode_t mode = old.st_mode & 0777;
  if (!keeps_group) mode = (mode & ~mode_t{070}) | (mode & 07) << 3;
  // Some file systems have one mode for all files; what is new there is as what was there.
  if (mode != (made.st_mode & 0777)) (void)(fchmod(descriptor_, mode) != 0);
}

void PendingFile::write(std::string_view bytes) {
  if (!write_all(descriptor_, bytes)) fail();
}

void PendingFile::finish() {
  const int copy = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (copy < 0 || close(copy) != 0) fail();
}

// Gives an unnamed file its hidden name. What stands there was left by a program that was killed,
// or is another program's on its way to the same output: that one does the same.
void PendingFile::link_hidden() {
  while (linkat(AT_FDCWD, descriptor_path_.c_str(), AT_FDCWD, hidden_name_.c_str(),
                AT_SYMLINK_FOLLOW) != 0) {
    if (errno != EEXIST || (unlink(hidden_name_.c_str()) != 0 && errno != ENOENT)) fail();
  }
  is_hidden_ = true;
}

// On file systems without hard links nothing is kept, and undo() does nothing.
void PendingFile::keep_old() {
  unlink(old_name_.c_str());  // left by a program that was killed
  keeps_old_ = link(where_.path.c_str(), old_name_.c_str()) == 0;
  is_new_ = !keeps_old_ && errno == ENOENT;
}

void PendingFile::publish(bool undoable) {
  if (where_.is_stream()) return;
  if (!is_hidden_) {
    if (linkat(AT_FDCWD, descriptor_path_.c_str(), AT_FDCWD, where_.path.c_str(),
               AT_SYMLINK_FOLLOW) == 0) {
      is_new_ = is_published_ = true;
      return;
    }
    if (errno != EEXIST) fail();
    link_hidden();
  }
  if (undoable) keep_old();
  if (rename(hidden_name_.c_str(), where_.path.c_str()) != 0) {
    // Another program on its way to the same output has taken an unnamed file's hidden name, which
    // cannot be given again: its file is the later one, and stands.
    if (errno != ENOENT || descriptor_path_.empty()) fail();
  }
  is_hidden_ = false;
  is_published_ = true;
}

void PendingFile::undo() noexcept {
  if (!std::exchange(is_published_, false)) return;
  if (std::exchange(keeps_old_, false)) {
    // Where even that fails the old file stays under its other name; it must not be lost.
    (void)rename(old_name_.c_str(), where_.path.c_str());
  } else if (is_new_) {
    unlink(where_.path.c_str());
  }
}

void PendingFile::fail() const {
  throw_system_error(where_.name, "cannot be written", "check the path and its permissions");
}

}  // namespace subintent::internal
