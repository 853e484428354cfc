// Document frequencies in memory: an open-addressing table whose short terms lie in their slots.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/memory.h"
#include "tokenize/terms/term_counter.h"

namespace subintent::internal {

class StatisticsTable {
 public:
  // Half a cache line.
  class Entry {
   public:
    std::string_view term() const {
      if (size_ <= text_.size()) return {text_.data(), size_};
      const char* place = nullptr;
      std::memcpy(&place, text_.data(), sizeof place);
      return {place, size_};
    }
    std::uint64_t document_frequency() const { return count_; }

   private:
    friend class StatisticsTable;
    std::uint64_t hash_ = 0;
    std::uint64_t count_ = 0;  // 0: free
    std::uint32_t size_ = 0;
    std::array<char, 12> text_{};  // the term, or where it lies
  };

  // Counts a document with these terms, each there once.
  void add(std::span<const TermCount> terms);

  bool empty() const { return used_ == 0; }

  // Calls `use` with each entry, in no order.
  template <typename Use>
  void for_each(const Use& use) const {
    for (const Entry& entry : slots_) {
      if (entry.count_ != 0) use(entry);
    }
  }

  // The memory that add() would need at most, or write_tables() behind it, in bytes, what is there
  // included.
  std::size_t bytes_with(std::span<const TermCount> terms) const;

  // Forgets everything and gives the memory back.
  void clear() { *this = StatisticsTable(); }

 private:
  void grow(std::size_t entries);
  void set_term(Entry& entry, std::string_view term);

  std::vector<Entry> slots_;  // a power of two of them, or none
  std::size_t used_ = 0;
  TextArena arena_;  // of terms too long for a slot
};

}  // namespace subintent::internal
