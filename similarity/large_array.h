// Memory for large arrays that are read in no order.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include "core/base/large_pages.h"

namespace subintent::internal {

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
