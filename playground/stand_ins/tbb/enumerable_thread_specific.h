// What a single thread needs of TBB.
#pragma once

#include <optional>

namespace tbb {

template <typename T>
class enumerable_thread_specific {
 public:
  enumerable_thread_specific() = default;
  explicit enumerable_thread_specific(const T& initial) : initial_(initial) {}
  template <typename Make>
  requires std::is_invocable_r_v<T, Make>
  explicit enumerable_thread_specific(Make make) : initial_(make()) {}
  T& local() {
    if (!value_) value_ = initial_;
    return *value_;
  }
  T* begin() { return value_ ? &*value_ : nullptr; }
  T* end() { return value_ ? &*value_ + 1 : nullptr; }

 private:
  T initial_{};
  std::optional<T> value_;
};

}  // namespace tbb
