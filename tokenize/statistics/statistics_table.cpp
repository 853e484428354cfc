#include "tokenize/statistics/statistics_table.h"

#include <algorithm>
#include <bit>

#include "core/base/name_table.h"
#include "tokenize/statistics/write_tables.h"
#include "tokenize/terms/term_hash.h"

namespace subintent::internal {
namespace {

constexpr std::size_t first_slots = 1 << 10;

// Slots for a number of entries: two thirds of them at most are used.
std::size_t slots_for(std::size_t entries) {
  return std::bit_ceil(std::max(first_slots, entries + entries / 2));
}

}  // namespace

void StatisticsTable::add(std::span<const TermCount> terms) {
  if (slots_for(used_ + terms.size()) > slots_.size()) grow(used_ + terms.size());
  constexpr std::size_t ahead = 8;  // slots to be fetched from memory before they are needed
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i + ahead < terms.size()) __builtin_prefetch(&slots_[terms[i + ahead].hash & mask], 1);
    const TermCount& term = terms[i];
    Entry& entry = slots_[find_slot(slots_, term.hash, [&](const Entry& at) {
      return at.count_ == 0 || (at.hash_ == term.hash && same_term(at.term(), term.term));
    })];
    if (entry.count_++ == 0) {
      entry.hash_ = term.hash;
      set_term(entry, term.term);
      ++used_;
    }
  }
}

void StatisticsTable::set_term(Entry& entry, std::string_view term) {
  entry.size_ = static_cast<std::uint32_t>(term.size());
  if (term.size() <= entry.text_.size()) {
    std::ranges::copy(term, entry.text_.begin());
  } else {
    const char* const place = arena_.store(term).data();
    std::memcpy(entry.text_.data(), &place, sizeof place);
  }
}

std::size_t StatisticsTable::bytes_with(std::span<const TermCount> terms) const {
  const std::size_t slots = slots_for(used_ + terms.size());
  std::size_t text = 0;
  for (const TermCount& term : terms) text += term.term.size();
  // While it grows the old slots are there as well, while it is written keys and long terms again.
  const std::size_t old_slots = slots > slots_.size() ? slots_.size() : 0;
  const std::size_t arena = arena_.bytes_with(text);
  const std::size_t keys = (used_ + terms.size()) * write_tables_bytes_per_entry;
  return slots * sizeof(Entry) + arena + std::max(old_slots * sizeof(Entry), keys + arena);
}

void StatisticsTable::grow(std::size_t entries) {
  std::vector<Entry> larger(slots_for(entries));
  const auto is_free = [](const Entry& entry) { return entry.count_ == 0; };
  for (const Entry& entry : slots_) {
    if (!is_free(entry)) larger[find_slot(larger, entry.hash_, is_free)] = entry;
  }
  slots_ = std::move(larger);
}

}  // namespace subintent::internal
