// Memory for large arrays that are read in no order.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace subintent::internal {

// An array whose elements have no values yet. It asks for pages of 2 MB, which are faster to get
// and to find than a few hundred thousand small ones; where there are none, small ones do.
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
#ifdef MADV_HUGEPAGE  // of Linux; without it the same in more time
    if (bytes >= page) madvise(memory, whole, MADV_HUGEPAGE);
#endif
    return static_cast<Value*>(memory);
  }

  std::unique_ptr<Value[], Free> values_;
};

}  // namespace subintent::internal
