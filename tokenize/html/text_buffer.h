// Puts the text of a page together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace subintent::internal {

// Grows as a string does, but takes the many short texts between tags without a call for each.
class TextBuffer {
 public:
  std::size_t size() const { return size_; }
  std::string_view view() const { return {bytes_.get(), size_}; }
  char* data() { return bytes_.get(); }
  char back() const { return bytes_[size_ - 1]; }

  void push_back(char c) {
    if (size_ == room_) grow(1);
    bytes_[size_++] = c;
  }
  void append(std::string_view text) {
    if (room_ - size_ < text.size()) grow(text.size());
    std::copy(text.begin(), text.end(), bytes_.get() + size_);
    size_ += text.size();
  }
  // A part of a page: as many bytes are copied at once as there are behind `begin`, if it is short.
  void append_part(std::string_view page, std::size_t begin, std::size_t end) {
    constexpr std::size_t at_once = 32;
    const std::size_t count = end - begin;
    if (count > at_once || page.size() - begin < at_once) return append(page.substr(begin, count));
    if (room_ - size_ < at_once) grow(at_once);
    std::memcpy(bytes_.get() + size_, page.data() + begin, at_once);
    size_ += count;
  }

  // To fewer bytes than there are.
  void shrink(std::size_t size) { size_ = size; }
  void clear() { size_ = 0; }

 private:
  void grow(std::size_t count) {
    const std::size_t room = std::max<std::size_t>({2 * room_, size_ + count, 1 << 12});
    auto larger = std::make_unique_for_overwrite<char[]>(room);
    std::copy_n(bytes_.get(), size_, larger.get());
    bytes_ = std::move(larger);
    room_ = room;
  }

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0, room_ = 0;
};

}  // namespace subintent::internal
