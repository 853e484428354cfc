// Names in objects of str, read without code of Python's. All of this needs the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include <cstring>

#include "values.h"

namespace subintent::python {

// Gives what plain_text() gives, for ASCII without a call.
inline std::optional<std::string_view> plain_name(PyObject* object) {
  if (!PyUnicode_CheckExact(object)) return std::nullopt;
  if (!PyUnicode_IS_COMPACT_ASCII(object)) return plain_text(object);
  return std::string_view(static_cast<const char*>(PyUnicode_DATA(object)),
                          static_cast<std::size_t>(PyUnicode_GET_LENGTH(object)));
}

// Has a str of a few letters fetched from memory.
inline void prefetch(const PyObject* text) {
  constexpr std::ptrdiff_t line = 64;
  __builtin_prefetch(text);
  __builtin_prefetch(reinterpret_cast<const char*>(text) + line);
}

// Copies of names, one behind the other: looked at again, they cost no wait for memory, and nobody
// has to keep the objects. Views of them are valid while it lives, wherever it is moved.
class CopiedNames {
 public:
  std::string_view add(std::string_view name) {
    if (name.size() > left_) begin_block(name.size());
    char* const copy = next_;
    copy_to(copy, name);
    next_ += name.size();
    left_ -= name.size();
    return {copy, name.size()};
  }

 private:
  static void copy_to(char* copy, std::string_view name) {
    constexpr std::size_t half = 16;  // of a docno of the usual length, which needs no loop
    if (name.size() < half || name.size() > 2 * half) {
      name.copy(copy, name.size());
      return;
    }
    std::memcpy(copy, name.data(), half);
    std::memcpy(copy + name.size() - half, name.data() + name.size() - half, half);
  }

  void begin_block(std::size_t least) {
    constexpr std::size_t usual = 1 << 16;
    left_ = std::max(least, usual);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(left_));
    next_ = blocks_.back().get();
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace subintent::python
