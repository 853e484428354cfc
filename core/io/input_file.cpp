#include "core/io/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <variant>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/io/decoders.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t read_size = 1 << 18;

class PlainDecoder {
 public:
  std::size_t read(RawFile& file, char* to, std::size_t size) { return file.read(to, size); }
};

}  // namespace

bool is_gzip(std::string_view first_bytes) {
  return first_bytes.starts_with("\x1f\x8b");
}
bool is_zstd(std::string_view first_bytes) {
  const bool is_skippable_frame = first_bytes.size() >= 4 && (first_bytes[0] & 0xf0) == 0x50 &&
                                  first_bytes.substr(1).starts_with("\x2a\x4d\x18");
  return is_skippable_frame || first_bytes.starts_with("\x28\xb5\x2f\xfd");
}

bool is_utf16(std::string_view first_bytes) {
  return first_bytes.starts_with("\xfe\xff") ||
         (first_bytes.starts_with("\xff\xfe") &&
          first_bytes.substr(2, 2) != std::string_view("\0\0", 2));  // UTF-32's
}

class ByteStream::Decoder {
 public:
  explicit Decoder(const Source& source) : file_(source) {
    const std::string_view magic = file_.peek_at_least(4);
    if (is_gzip(magic))
      decoder_.emplace<GzipDecoder>();
    else if (is_zstd(magic))
      decoder_.emplace<ZstdDecoder>();
    else if (is_utf16(magic))
      decoder_.emplace<Utf16Decoder>();
    else if (source.is_memory())
      bytes_ = source.bytes();
  }
  std::size_t read(char* to, std::size_t size) {
    return std::visit([&](auto& decoder) { return decoder.read(file_, to, size); }, decoder_);
  }
  bool resume() {
    auto* gzip = std::get_if<GzipDecoder>(&decoder_);
    return gzip != nullptr && gzip->resume(file_);
  }
  const RawFile& file() const { return file_; }
  std::optional<std::string_view> bytes_in_memory() const { return bytes_; }

 private:
  RawFile file_;
  std::variant<PlainDecoder, GzipDecoder, ZstdDecoder, Utf16Decoder> decoder_;
  std::optional<std::string_view> bytes_;
};

ByteStream::ByteStream(const Source& source) : decoder_(std::make_unique<Decoder>(source)) {}
ByteStream::~ByteStream() = default;
ByteStream::ByteStream(ByteStream&&) noexcept = default;
ByteStream& ByteStream::operator=(ByteStream&&) noexcept = default;

std::size_t ByteStream::read(char* buffer, std::size_t size) {
  std::size_t filled = 0;
  while (filled < size) {
    const std::size_t got = read_some(buffer + filled, size - filled);
    if (got == 0) break;
    filled += got;
  }
  return filled;
}

std::size_t ByteStream::read_some(char* buffer, std::size_t size) {
  return decoder_->read(buffer, size);
}

bool ByteStream::resume() {
  return decoder_->resume();
}

const std::string& ByteStream::name() const {
  return decoder_->file().name();
}
std::optional<std::string_view> ByteStream::bytes_in_memory() const {
  return decoder_->bytes_in_memory();
}
std::uint64_t ByteStream::position() const {
  return decoder_->file().position();
}
std::uint64_t ByteStream::size() const {
  return decoder_->file().size();
}

std::string_view without_byte_order_mark(std::string_view text, const std::string& name) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  const bool is_utf_32 = text.starts_with(std::string_view("\xff\xfe\0\0", 4));
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    throw Error({name, 1}, is_utf_32 ? "is UTF-32 text" : "is UTF-16 text",
                is_utf_32 ? "convert the file with iconv -f UTF-32 -t UTF-8"
                          : "convert the file with iconv -f UTF-16 -t UTF-8");
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  constexpr std::size_t longest = 6;  // "sep=;", and a line end of two bytes
  if (text.starts_with("sep=") && text.find('\n') <= longest)
    text.remove_prefix(text.find('\n') + 1);
  return text;
}

void refuse_wide_text(std::string_view text, const std::string& name) {
  const std::string encoding(wide_encoding(text));
  if (encoding.empty()) return;
  throw Error({name, 1}, "is " + encoding + " text",
              "convert the file with iconv -f " + encoding + " -t UTF-8");
}

LineSplitter::LineSplitter(std::string_view text, std::string name)
    : rest_(without_byte_order_mark(text, name)),
      name_(std::move(name)),
      line_(static_cast<std::size_t>(std::count(text.data(), rest_.data(), '\n'))) {}

bool LineSplitter::next(std::string_view& line) {
  if (rest_.empty()) return false;
  line = take_line(rest_);
  ++line_;
  return true;
}

LineReader::LineReader(const Source& source)
    : stream_(source), memory_(stream_.bytes_in_memory()), at_end_(memory_.has_value()) {}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = start_;
  while (true) {
    const std::string_view all = bytes();
    const std::size_t end = all.find('\n', searched);
    if (end != std::string_view::npos || (at_end_ && start_ < all.size())) {
      const std::size_t stop = std::min(end, all.size());
      line = all.substr(start_, stop - start_);
      if (line.ends_with('\r')) line.remove_suffix(1);
      start_ = std::min(stop + 1, all.size());
      if (line_++ == 0) line = without_byte_order_mark(line, stream_.name());
      return true;
    }
    if (at_end_) return false;
    searched = all.size() - start_;
    fill();
  }
}

void LineReader::fill() {
  buffer_.erase(0, std::exchange(start_, 0));
  const std::size_t kept = buffer_.size();
  buffer_.resize(kept + std::max<std::size_t>(read_size, kept));
  const std::size_t got = stream_.read(buffer_.data() + kept, buffer_.size() - kept);
  at_end_ = got < buffer_.size() - kept;
  buffer_.resize(kept + got);
}

double LineReader::share_read() const {
  if (stream_.size() == 0) return -1;
  const std::uint64_t position = memory_ ? start_ : stream_.position();
  return static_cast<double>(position) / static_cast<double>(stream_.size());
}

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
