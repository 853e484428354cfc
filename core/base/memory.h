// Memory in pages of 2 MB, faster to get and to find than a few hundred thousand small ones, and
// memory for the bytes of many short texts.
#pragma once

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "subintent/basics.h"

namespace subintent::internal {

// Asks for such pages where they lie wholly inside `memory`, of which nothing was touched yet.
// Where a system has none, small ones do the same in more time.
inline void ask_for_large_pages(void* memory, std::size_t bytes) {
#ifdef MADV_HUGEPAGE  // of Linux
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + page - 1) / page * page,
                       end = (begin + bytes) / page * page;
  if (first < end)
    madvise(static_cast<char*>(memory) + (first - begin), end - first, MADV_HUGEPAGE);
#else
  static_cast<void>(memory);
  static_cast<void>(bytes);
#endif
}

// Reserves memory in such pages for a vector or string, whose elements are kept.
template <typename Array>
void reserve_large(Array& array, std::size_t size) {
  if (size <= array.capacity()) return;
  Array larger;
  larger.reserve(size);
  ask_for_large_pages(larger.data(), larger.capacity() * sizeof(*larger.data()));
  larger.insert(larger.end(), array.begin(), array.end());
  array = std::move(larger);
}

// The same before so many elements are added, twice as large as before where that is more.
template <typename Array>
void reserve_large_for(Array& array, std::size_t added) {
  const std::size_t needed = array.size() + added;
  if (needed > array.capacity()) reserve_large(array, std::max(needed, 2 * array.capacity()));
}

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

// An array whose elements have no values yet, in pages of 2 MB.
template <typename Value>
class LargeArray {
 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t size) : values_(allocate(size * sizeof(Value))) {}

  Value* data() { return values_.get(); }
  const Value* data() const { return values_.get(); }

 private:
  struct Free {
    void operator()(Value* values) const { std::free(values); }
  };

  static Value* allocate(std::size_t bytes) {
    constexpr std::size_t page = std::size_t{1} << 21;
    const std::size_t whole = (bytes + page - 1) / page * page;
    void* const memory = bytes < page ? std::malloc(bytes) : std::aligned_alloc(page, whole);
    if (memory == nullptr && bytes > 0) throw std::bad_alloc();
    if (bytes >= page) ask_for_large_pages(memory, whole);
    return static_cast<Value*>(memory);
  }

  std::unique_ptr<Value[], Free> values_;
};

}  // namespace subintent::internal
