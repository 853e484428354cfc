// Memory for the bytes of many short texts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace subintent::internal {

// Copies of strings in large blocks; they stay where they are until clear().
class TextArena {
 public:
  std::string_view store(std::string_view text) {
    if (text.size() > room_) add_block(text.size());
    char* const place = next_;
    std::memcpy(place, text.data(), text.size());
    next_ += text.size();
    room_ -= text.size();
    return {place, text.size()};
  }

  // Forgets all strings; one block is kept for the next, unless it is a large one.
  void clear() {
    blocks_.resize(first_size_ == block_size ? std::min<std::size_t>(blocks_.size(), 1) : 0);
    bytes_ = blocks_.empty() ? 0 : first_size_;
    next_ = blocks_.empty() ? nullptr : blocks_[0].get();
    room_ = bytes_;
  }

  // The memory taken behind the storing of `count` more bytes.
  std::size_t bytes_with(std::size_t count) const {
    return count > room_ ? bytes_ + std::max(block_size, count) : bytes_;
  }

 private:
  static constexpr std::size_t block_size = 1 << 16;

  void add_block(std::size_t at_least) {
    room_ = std::max(block_size, at_least);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(room_));
    if (blocks_.size() == 1) first_size_ = room_;
    next_ = blocks_.back().get();
    bytes_ += room_;
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t room_ = 0, bytes_ = 0, first_size_ = 0;
};

}  // namespace subintent::internal
