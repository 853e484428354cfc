// Counting the terms of one document: a small hash table that is cleared and used again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tokenize/document_vector.h"

namespace subintent {

class TermCounter {
 public:
  TermCounter();

  // Counts one occurrence of `term`.
  void add(std::string_view term);

  // Occurrences of all terms since the last clear().
  std::uint64_t total() const { return total_; }

  // Writes the terms in the order of their bytes, with their counts as weights, over `terms`.
  void write_sorted(std::vector<TermWeight>& terms);

  void clear();

 private:
  struct Entry {
    std::uint64_t hash = 0;
    std::size_t start = 0, size = 0;  // in text_
    std::uint64_t count = 0;
  };

  std::string_view term(const Entry& entry) const {
    return {text_.data() + entry.start, entry.size};
  }
  void grow();

  std::string text_;                  // all distinct terms
  std::vector<Entry> entries_;        // one a distinct term
  std::vector<std::uint32_t> slots_;  // index into entries_ plus 1, or 0; a power of two of them
  std::uint64_t total_ = 0;
};

}  // namespace subintent
