// Counting terms: how often each is in a document, and in how many documents it was.
#pragma once

#include "core/base/memory.h"
#include "core/base/short_text.h"

namespace subintent::internal {

// A term of a document and how often it is there.
struct TermCount {
  std::string_view term;
  std::uint64_t hash = 0;  // term_hash(term)
  std::uint64_t count = 0;
};

// One table has the terms of this document and of those before it, so that a term is hashed for
// SimHash and stored once, and its document frequency is counted where it is found anyway.
class TermCounter {
 public:
  // A term that a document had. Half a cache line.
  class Entry {
   public:
    std::string_view term() const;
    std::uint64_t document_frequency() const { return documents_; }

   private:
    friend class TermCounter;
    ShortText text_;  // the term, or where it lies
    std::uint64_t hash_ = 0;
    std::uint32_t documents_ = 0;
    std::uint32_t index_ = 0;  // from first_index_ on: of this document
  };

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

  // Begins the next document. Forgets those before when they take much memory, unless they are to
  // be kept.
  void clear();

  // Until forget() clear() forgets no document frequency. A term can be in 2^32 - 1 documents.
  void keep_frequencies() { keeps_frequencies_ = true; }
  void forget() { *this = TermCounter(); }

  // The number of entries, each of another term.
  std::size_t size() const { return used_; }

  // Calls `use` with each entry.
  template <typename Use>
  void for_each(const Use& use) const {
    for (std::size_t i = 0; i < used_; ++i) use(entry(i));
  }

  // The memory that it takes at most with another document like this one.
  std::size_t bytes_with_next() const;
  // The part of it for texts of long terms.
  std::size_t text_bytes() const { return arena_.bytes_with(0); }

 private:
  struct Slot {
    std::uint32_t tag = 0;     // more bits of the hash
    std::uint32_t number = 0;  // of the entry, from 1 on; 0: free
  };
  struct SortKey {
    std::uint64_t prefix = 0;  // term_prefix()
    std::uint32_t index = 0;
  };

  static constexpr std::size_t block_size = 1 << 12;

  Entry& entry(std::size_t i) { return blocks_[i / block_size][i % block_size]; }
  const Entry& entry(std::size_t i) const { return blocks_[i / block_size][i % block_size]; }
  template <typename IsTerm>
  Entry* find(std::uint64_t hash, const IsTerm& is_term);
  void count(Entry& entry);
  void make_room(std::size_t terms);

  std::vector<Slot> slots_;                       // a power of two of them
  int shift_ = 0;                                 // the bits of a hash from here on are its place
  std::vector<std::unique_ptr<Entry[]>> blocks_;  // of entries, which stay where they are
  std::size_t used_ = 0;                          // entries
  TextArena arena_;                               // of terms too long for an entry
  std::vector<TermCount> terms_, sorted_;
  std::vector<SortKey> keys_;
  std::uint32_t first_index_ = 1;  // of terms_
  std::uint64_t total_ = 0;
  bool keeps_frequencies_ = false;
};

}  // namespace subintent::internal
