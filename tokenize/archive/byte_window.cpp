#include "tokenize/archive/byte_window.h"

#include <cstring>

#include "core/io/input_file.h"

namespace subintent::internal {
namespace {

constexpr std::size_t read_size = 1 << 18;

}  // namespace

std::string_view ByteWindow::peek(std::size_t count) {
  while (end_ - begin_ < count && !at_end_) fill();
  return {buffer_.data() + begin_, end_ - begin_};
}

// Grows with the bytes that are there, not with the size in a header.
void ByteWindow::fill() {
  const std::size_t room = end_ - begin_ + read_size;
  if (begin_ + room > buffer_.size()) {
    if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= std::exchange(begin_, 0);
    // Twice what is needed: the rest is moved only every other time.
    if (room > buffer_.size()) buffer_.resize(2 * room);
  }
  const std::size_t shown = end_;
  try {
    const std::size_t got = stream_.read_some(buffer_.data() + end_, buffer_.size() - end_);
    end_ += got;
    at_end_ = got == 0;
    any_read_ = any_read_ || got > 0;
  } catch (const DamagedData& error) {
    pass_over(error);
  }
  if (decoder_) decode_from(shown);
}

void ByteWindow::decode_lines() {
  decoder_.emplace(std::string_view(buffer_.data() + begin_, end_ - begin_));
  decode_from(begin_);
}

// Text behind the last line end waits for more.
void ByteWindow::decode_from(std::size_t shown) {
  constexpr std::size_t sample = 1 << 20, longest_line = 1 << 27;
  const std::size_t searched = hidden_.size() < sample ? 0 : hidden_.size();  // has no line end
  hidden_.append(buffer_.data() + shown, std::exchange(end_, shown) - shown);
  const bool is_all = at_end_ || hidden_.size() > longest_line;
  const std::size_t line_end = std::string_view(hidden_).substr(searched).rfind('\n');
  const std::size_t whole = is_all                     ? hidden_.size()
                            : line_end == hidden_.npos ? 0
                                                       : searched + line_end + 1;
  const auto lines = std::string_view(hidden_).substr(0, whole);
  if (!is_all && hidden_.size() < sample && decoder_->must_decide(lines)) return;
  std::string text;
  decoder_->append(lines, text);
  hidden_.erase(0, whole);
  if (end_ + text.size() > buffer_.size()) buffer_.resize(end_ + text.size());
  std::ranges::copy(text, buffer_.begin() + static_cast<std::ptrdiff_t>(end_));
  end_ += text.size();
}

void ByteWindow::pass_over(const DamagedData& error) {
  const std::uint64_t position = stream_.position();
  if (stream_.resume()) {
    if (damage_.gaps++ == 0) damage_.first_gap = position;
    buffer_[end_++] = '\n';
  } else {
    damage_.is_end_lost = true;
    at_end_ = true;
  }
  if (!damage_.first) damage_.first = error;
  if (at_end_ && !any_read_) throw error;
}

void ByteWindow::skip(std::size_t count) {
  while (true) {
    const std::size_t step = std::min(count, end_ - begin_);
    begin_ += step;
    count -= step;
    if (count == 0 || at_end_) return;
    fill();
  }
}

bool ByteWindow::next_line(std::string_view& line, std::size_t limit, bool& too_long) {
  std::string_view bytes = peek(1);
  if (bytes.empty()) return false;
  std::size_t end = bytes.find('\n');
  too_long = false;
  while (end == std::string_view::npos && !at_end_) {
    too_long = too_long || bytes.size() > limit;
    if (too_long) begin_ = end_;
    const std::size_t searched = too_long ? 0 : bytes.size();
    bytes = peek(searched + 1);
    end = bytes.find('\n', searched);
  }
  line = bytes.substr(0, std::min(end, bytes.size()));
  begin_ += line.size() + (end == std::string_view::npos ? 0 : 1);
  too_long = too_long || line.size() > limit;
  if (too_long) line = {};
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

}  // namespace subintent::internal
