// Texts of up to fifteen bytes as values.
#pragma once

#include <cstring>

#include "subintent/basics.h"

namespace subintent::internal {

// A text of up to fifteen bytes, behind it zeros, and in the last byte its size: so it is copied,
// compared and hashed without a branch on its size.
class ShortText {
 public:
  static constexpr std::size_t capacity = 16, longest = capacity - 1;
  using Bytes = std::array<char, capacity>;

  ShortText() = default;
  // `text` has at most `longest` bytes.
  explicit ShortText(std::string_view text) {
    std::memcpy(bytes_.data(), text.data(), text.size());
    bytes_[longest] = static_cast<char>(text.size());
  }
  // All bytes as described above.
  explicit ShortText(const Bytes& bytes) : bytes_(bytes) {}

  std::size_t size() const { return static_cast<unsigned char>(bytes_[longest]); }
  // The view is valid as long as this value.
  std::string_view view() const { return {bytes_.data(), size()}; }

  friend bool operator==(const ShortText& a, const ShortText& b) {
    const auto [a_low, a_high] = a.halves();
    const auto [b_low, b_high] = b.halves();
    return ((a_low ^ b_low) | (a_high ^ b_high)) == 0;
  }

  // For tables: its highest bits depend on all of the text. Not the same on all machines.
  std::uint64_t quick_hash() const {
    const auto [low, high] = halves();
    return low * 0x9E3779B97F4A7C15 + high * 0xC2B2AE3D27D4EB4F;
  }

 private:
  struct Halves {
    std::uint64_t low, high;
  };
  Halves halves() const {
    Halves result;
    static_assert(sizeof result == capacity);
    std::memcpy(&result, bytes_.data(), sizeof result);
    return result;
  }

  alignas(16) Bytes bytes_{};
};

}  // namespace subintent::internal
