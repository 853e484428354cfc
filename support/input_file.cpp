#include "support/input_file.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "support/gzip_decoder.h"
#include "support/raw_file.h"
#include "support/zstd_decoder.h"

namespace subintent {
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
  bool resume() {
    auto* gzip = std::get_if<GzipDecoder>(&decoder_);
    return gzip != nullptr && gzip->resume(file_);
  }
  const RawFile& file() const { return file_; }

 private:
  RawFile file_;
  std::variant<PlainDecoder, GzipDecoder, ZstdDecoder> decoder_;
};

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

bool ByteStream::resume() {
  return source_->resume();
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
    buffer_.resize(searched + std::max<std::size_t>(read_size, searched));
    const std::size_t got = stream_.read(buffer_.data() + searched, buffer_.size() - searched);
    at_end_ = got < buffer_.size() - searched;
    buffer_.resize(searched + got);
  }
}

}  // namespace subintent
