#include "support/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <variant>

namespace subintent {
namespace {

constexpr std::size_t buffer_size = 1 << 18;

// A file descriptor with a buffer of raw bytes.
class RawFile {
 public:
  explicit RawFile(const std::string& path) : name_(display_name(path)) {
    if (path == "-") {
      descriptor_ = STDIN_FILENO;
      return;
    }
    descriptor_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) {
      const int error = errno;
      throw Error(
          {name_, 0}, std::string("cannot be opened: ") + std::strerror(error),
          error == ENOENT || error == ENOTDIR ? "check the path" : "check that it is readable");
    }
    struct stat status {};
    if (fstat(descriptor_, &status) == 0) {
      if (S_ISDIR(status.st_mode)) {
        close(std::exchange(descriptor_, -1));
        throw Error({name_, 0}, "is a folder", "name a file");
      }
      if (S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
    }
  }
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  ~RawFile() {
    if (descriptor_ > STDIN_FILENO) close(descriptor_);
  }

  // Unread bytes; reads more when there are none. Empty at the end of the file.
  std::string_view peek() {
    if (begin_ == end_) {
      begin_ = 0;
      end_ = read_some(buffer_.data(), buffer_.size());
    }
    return {buffer_.data() + begin_, end_ - begin_};
  }
  // The next bytes, at most `size`, past the buffer if there is nothing in it; 0 at the end of the
  // file.
  std::size_t read(char* to, std::size_t size) {
    if (begin_ == end_ && size >= buffer_.size()) {
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
  // At least `count` bytes in sight, unless the file is shorter.
  std::string_view peek_at_least(std::size_t count) {
    while (end_ - begin_ < count) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= std::exchange(begin_, 0);
      const std::size_t got = read_some(buffer_.data() + end_, buffer_.size() - end_);
      if (got == 0) break;
      end_ += got;
    }
    return {buffer_.data() + begin_, end_ - begin_};
  }
  void consume(std::size_t count) {
    begin_ += count;
    position_ += count;
  }
  std::uint64_t position() const { return position_; }
  std::uint64_t size() const { return size_; }
  const std::string& name() const { return name_; }

 private:
  std::size_t read_some(char* to, std::size_t count) {
    while (true) {
      const ssize_t got = ::read(descriptor_, to, count);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno == EINTR) continue;
      throw Error({name_, 0}, std::string("cannot be read: ") + std::strerror(errno),
                  "check the disk, or copy the file elsewhere");
    }
  }

  std::string name_;
  int descriptor_ = -1;
  std::vector<char> buffer_ = std::vector<char>(buffer_size);
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t position_ = 0, size_ = 0;
};

class PlainDecoder {
 public:
  std::size_t read(RawFile& file, char* to, std::size_t size) { return file.read(to, size); }
};

// gzip, any number of members; zero bytes after the last one are padding.
class GzipDecoder {
 public:
  GzipDecoder() {
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw Error("not enough memory for gzip");
  }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;
  ~GzipDecoder() { inflateEnd(&stream_); }

  std::size_t read(RawFile& file, char* to, std::size_t size) {
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(size, 1u << 30));
    const std::size_t wanted = stream_.avail_out;
    while (stream_.avail_out == wanted) {
      const std::string_view bytes = file.peek();
      if (bytes.empty()) {
        if (!inside_member_) return 0;
        throw DamagedData({file.name(), 0}, "the gzip data ends in the middle",
                          "the file was cut short; copy it again");
      }
      if (!inside_member_ && bytes[0] == '\0') {
        file.consume(1);
        continue;
      }
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream_.avail_in = static_cast<uInt>(bytes.size());
      inside_member_ = true;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      file.consume(bytes.size() - stream_.avail_in);
      if (status == Z_STREAM_END) {
        inside_member_ = false;
        inflateReset(&stream_);
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        // What came before the defect is given first; zlib repeats its answer at the next call.
        if (stream_.avail_out < wanted) break;
        throw DamagedData({file.name(), 0},
                          std::string("the gzip data is corrupt: ") +
                              (stream_.msg != nullptr ? stream_.msg : "unknown defect"),
                          "copy the file again");
      }
    }
    return wanted - stream_.avail_out;
  }

 private:
  z_stream stream_{};
  bool inside_member_ = false;
};

class ZstdDecoder {
 public:
  ZstdDecoder() : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw Error("not enough memory for zstd");
  }
  ZstdDecoder(const ZstdDecoder&) = delete;
  ZstdDecoder& operator=(const ZstdDecoder&) = delete;
  ~ZstdDecoder() { ZSTD_freeDCtx(context_); }

  std::size_t read(RawFile& file, char* to, std::size_t size) {
    ZSTD_outBuffer out{to, size, 0};
    while (out.pos == 0) {
      const std::string_view bytes = file.peek();
      if (bytes.empty() && !inside_frame_) return 0;
      ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
      const std::size_t status = ZSTD_decompressStream(context_, &out, &in);
      file.consume(in.pos);
      if (ZSTD_isError(status) != 0) {
        throw DamagedData({file.name(), 0},
                          std::string("the zstd data is corrupt: ") + ZSTD_getErrorName(status),
                          "copy the file again");
      }
      inside_frame_ = status != 0;
      if (bytes.empty() && inside_frame_ && out.pos == 0) {
        throw DamagedData({file.name(), 0}, "the zstd data ends in the middle",
                          "the file was cut short; copy it again");
      }
    }
    return out.pos;
  }

 private:
  ZSTD_DCtx* context_;
  bool inside_frame_ = false;
};

}  // namespace

bool is_gzip(std::string_view first_bytes) {
  return first_bytes.starts_with("\x1f\x8b");
}
bool is_zstd(std::string_view first_bytes) {
  return first_bytes.starts_with("\x28\xb5\x2f\xfd");
}

class ByteStream::Source {
 public:
  explicit Source(const std::string& path) : file_(path) {
    const std::string_view magic = file_.peek_at_least(4);
    if (is_gzip(magic)) {
      decoder_.emplace<GzipDecoder>();
    } else if (is_zstd(magic)) {
      decoder_.emplace<ZstdDecoder>();
    }
  }
  std::size_t read(char* to, std::size_t size) {
    return std::visit([&](auto& decoder) { return decoder.read(file_, to, size); }, decoder_);
  }
  const RawFile& file() const { return file_; }

 private:
  RawFile file_;
  std::variant<PlainDecoder, GzipDecoder, ZstdDecoder> decoder_;
};

std::string display_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

ByteStream::ByteStream(const std::string& path)
    : source_(std::make_unique<Source>(path)), name_(display_name(path)) {}
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
  return source_->read(buffer, size);
}

std::uint64_t ByteStream::position() const {
  return source_->file().position();
}
std::uint64_t ByteStream::size() const {
  return source_->file().size();
}

std::string read_file(const std::string& path) {
  ByteStream stream(path);
  std::string text;
  std::size_t filled = 0;
  // A plain file fits exactly and is read at once; compressed ones and pipes make the buffer grow.
  text.resize(std::max<std::size_t>(stream.size() + 1, 1 << 16));
  while (true) {
    const std::size_t got = stream.read(text.data() + filled, text.size() - filled);
    filled += got;
    if (filled < text.size()) break;
    text.resize(text.size() * 2);
  }
  text.resize(filled);
  return text;
}

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

void refuse_utf16(std::string_view first_line, const std::string& name) {
  if (!first_line.starts_with("\xff\xfe") && !first_line.starts_with("\xfe\xff")) return;
  throw Error({name, 1}, "is UTF-16 text", "convert the file with iconv -f UTF-16 -t UTF-8");
}

std::string_view without_carriage_return(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

}  // namespace

LineSplitter::LineSplitter(std::string_view text, std::string name)
    : rest_(text), name_(std::move(name)) {
  refuse_utf16(rest_, name_);
  if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
}

bool LineSplitter::next(std::string_view& line) {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find('\n');
  line = without_carriage_return(rest_.substr(0, end));
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  ++line_;
  return true;
}

LineReader::LineReader(const std::string& path) : stream_(path) {}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = start_;
  while (true) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos || (at_end_ && start_ < buffer_.size())) {
      const std::size_t stop = end == std::string::npos ? buffer_.size() : end;
      line = without_carriage_return({buffer_.data() + start_, stop - start_});
      start_ = end == std::string::npos ? buffer_.size() : end + 1;
      if (line_++ == 0) {
        refuse_utf16(line, stream_.name());
        if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
      }
      return true;
    }
    if (at_end_) return false;
    buffer_.erase(0, std::exchange(start_, 0));
    searched = buffer_.size();
    buffer_.resize(searched + std::max<std::size_t>(buffer_size, searched));
    const std::size_t got = stream_.read(buffer_.data() + searched, buffer_.size() - searched);
    at_end_ = got < buffer_.size() - searched;
    buffer_.resize(searched + got);
  }
}

}  // namespace subintent
