// What ICU made of short texts, so that it is asked for each of them once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace subintent::internal {

// The terms of the texts that came last, as many as there is room for: 1 MiB. Words and phrases
// come again and again, and the dictionaries of ICU take a microsecond for a phrase.
class KnownSegments {
 public:
  // A text and its terms. Each is two bytes, its size and where in the text it stands; or its size
  // with the highest bit set, and its bytes.
  struct Entry {
    std::uint64_t hash = 0;
    std::uint8_t text_size = 0;  // 0: free
    std::uint8_t terms_size = 0;
    std::array<char, 118> bytes{};  // the text, the terms

    std::string_view text() const { return {bytes.data(), text_size}; }

    // Calls `use` with each term, in order.
    template <typename Use>
    void for_each_term(const Use& use) const {
      const char* at = bytes.data() + text_size;
      for (const char* const end = at + terms_size; at != end;) {
        const auto size = static_cast<unsigned char>(*at++);
        if (size < literal) {
          use(std::string_view(bytes.data() + static_cast<unsigned char>(*at++), size));
        } else {
          use(std::string_view(at, size - literal));
          at += size - literal;
        }
      }
    }
  };

  static constexpr std::size_t longest = 100;  // a text that may be kept

  // The entry of a text that is kept, or null; valid until the next call of keep().
  const Entry* find(std::string_view text) const;

  // Keeps what `add` was called with, in place of another text, if there is room for it.
  class Recorder {
   public:
    explicit Recorder(std::string_view text);
    void add(std::string_view term);

   private:
    friend class KnownSegments;
    Entry entry_;
    bool fits_;
  };
  void keep(const Recorder& recorder);

 private:
  static constexpr std::uint8_t literal = 0x80;
  static constexpr std::size_t sets = 1 << 12;  // of two entries, which a text may be in

  static std::uint64_t hash_of(std::string_view text) {
    return std::hash<std::string_view>()(text);
  }

  std::vector<Entry> entries_;  // none before the first is kept
};

}  // namespace subintent::internal
