// Counting the terms of one document, in small hash tables that are cleared and used again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/memory.h"
#include "core/base/short_text.h"

namespace subintent::internal {

// A term of a document and how often it is there.
struct TermCount {
  std::string_view term;
  std::uint64_t hash = 0;  // term_hash(term)
  std::uint64_t count = 0;
};

class TermCounter {
 public:
  TermCounter();

  // Counts one occurrence of `term`.
  void add(std::string_view term);
  void add(std::span<const ShortText> terms);

  // Occurrences of all terms since the last clear().
  std::uint64_t total() const { return total_; }

  // The distinct terms, each once, in the order in which they came. Valid until the next add() or
  // clear().
  std::span<const TermCount> terms() const { return terms_; }

  // The terms in the order of their bytes; valid until the next call of a function of this class.
  std::span<const TermCount> sorted_terms();

  void clear();

 private:
  // Free, unless it is of the present generation: so that clearing touches no slot.
  struct Slot {
    std::uint32_t generation = 0;
    std::uint32_t index = 0;  // into terms_
  };
  struct SortKey {
    std::uint64_t prefix = 0;  // term_prefix()
    std::uint32_t index = 0;
  };

  // A short term that this document or an earlier one had. It is at the one place that its bits say
  // and keeps its hash there, so that a frequent word is hashed once in many documents. While a
  // document has it, it is not displaced: another one for that place goes to the table below.
  struct Known {
    ShortText term;
    std::uint64_t hash = 0;        // term_hash()
    std::uint32_t generation = 0;  // in which it came last
    std::uint32_t index = 0;       // into terms_, if that is the present one
  };

  bool is_free(const Slot& slot) const { return slot.generation != generation_; }
  void add_short(const ShortText& term);
  void add_to_table(std::string_view term);
  void grow();

  std::vector<Known> known_;
  TextArena arena_;
  std::vector<TermCount> terms_, sorted_;
  std::vector<SortKey> keys_;
  std::vector<Slot> slots_;  // a power of two of them
  std::size_t used_ = 0;     // slots
  std::uint32_t generation_ = 1;
  std::uint64_t total_ = 0;
};

}  // namespace subintent::internal
