#include "core/io/raw_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "subintent/program.h"

namespace subintent::internal {

RawFile::RawFile(const Source& source) : source_(source) {
  if (source_.is_memory()) {
    bytes_ = source_.bytes().data();
    end_ = source_.bytes().size();
    size_ = end_;
    return;
  }
  open_file();
  buffer_ = std::make_unique_for_overwrite<char[]>(buffer_size);
  bytes_ = buffer_.get();
}

void RawFile::open_file() {
  const bool is_standard_input = source_.path() == "-";
  descriptor_ = is_standard_input ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                  : open(source_.path().c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) {
    throw_system_error(
        name(), "cannot be opened",
        errno == ENOENT || errno == ENOTDIR ? "check the path" : "check that it is readable");
  }
  struct stat status {};
  if (is_standard_input || fstat(descriptor_, &status) != 0) return;
  if (S_ISDIR(status.st_mode)) {
    close(std::exchange(descriptor_, -1));
    throw Error(Error::Kind::system, {name(), 0}, "is a folder", "give a file");
  }
  if (S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
}

RawFile::~RawFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::string_view RawFile::peek() {
  if (begin_ == end_ && buffer_ != nullptr) {
    begin_ = 0;
    end_ = read_some(buffer_.get(), buffer_size);
  }
  return {bytes_ + begin_, end_ - begin_};
}

std::string_view RawFile::peek_at_least(std::size_t count) {
  while (end_ - begin_ < count && buffer_ != nullptr) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    end_ -= std::exchange(begin_, 0);
    const std::size_t got = read_some(buffer_.get() + end_, buffer_size - end_);
    if (got == 0) break;
    end_ += got;
  }
  return {bytes_ + begin_, end_ - begin_};
}

std::size_t RawFile::read(char* to, std::size_t size) {
  if (begin_ == end_ && size >= buffer_size && buffer_ != nullptr) {
    begin_ = end_ = 0;
    const std::size_t got = read_some(to, size);
    position_ += got;
    return got;
  }
  const std::string_view bytes = peek();
  const std::size_t count = std::min(bytes.size(), size);
  std::memcpy(to, bytes.data(), count);
  consume(count);
  return count;
}

void RawFile::go_back_to(std::uint64_t position) {
  const std::uint64_t back = position_ - position;
  const auto distance = static_cast<off_t>(back + (end_ - begin_));
  if (back > begin_ && lseek(descriptor_, -distance, SEEK_CUR) >= 0) {
    begin_ = end_ = 0;
    position_ = position;
  } else {
    const std::size_t step = static_cast<std::size_t>(std::min<std::uint64_t>(back, begin_));
    begin_ -= step;
    position_ -= step;
  }
}

std::size_t RawFile::read_some(char* to, std::size_t count) {
  while (true) {
    const ssize_t got = ::read(descriptor_, to, count);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EINTR) continue;
    if (errno == EBADF) {
      throw Error(Error::Kind::system, {name(), 0}, "is not open for reading",
                  "redirect a file or a pipe to it");
    }
    throw_system_error(name(), "cannot be read", "check the disk, or copy the file elsewhere");
  }
}

}  // namespace subintent::internal
