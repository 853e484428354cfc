#include "tokenize/terms/term_counter.h"

#include <algorithm>
#include <utility>

#include "core/base/name_table.h"
#include "tokenize/terms/term_hash.h"
#include "tokenize/terms/term_order.h"

namespace subintent::internal {
namespace {

constexpr std::size_t first_slots = 1 << 10;
constexpr std::size_t kept_slots = 1 << 18;  // what a huge document took is given back
constexpr int known_bits = 12;

}  // namespace

TermCounter::TermCounter() : known_(1 << known_bits), slots_(first_slots) {}

void TermCounter::add(std::string_view term) {
  if (term.empty() || term.size() > ShortText::longest) {
    ++total_;
    add_to_table(term);
  } else {
    add({{ShortText(term)}});
  }
}

void TermCounter::add(std::span<const ShortText> terms) {
  total_ += terms.size();
  for (const ShortText& term : terms) add_short(term);
}

inline void TermCounter::add_short(const ShortText& term) {
  Known& known = known_[term.quick_hash() >> (64 - known_bits)];
  const bool is_current = known.generation == generation_;
  if (known.term != term) {
    if (is_current) return add_to_table(term.view());
    known.term = term;
    known.hash = term_hash(term.view());
  } else if (is_current) {
    ++terms_[known.index].count;
    return;
  }
  known.generation = generation_;
  known.index = static_cast<std::uint32_t>(terms_.size());
  terms_.push_back({known.term.view(), known.hash, 1});
}

void TermCounter::add_to_table(std::string_view term) {
  const std::uint64_t hash = term_hash(term);
  Slot& slot = slots_[find_slot(slots_, hash, [&](const Slot& at) {
    return is_free(at) || (terms_[at.index].hash == hash && same_term(terms_[at.index].term, term));
  })];
  if (!is_free(slot)) {
    ++terms_[slot.index].count;
    return;
  }
  slot = {generation_, static_cast<std::uint32_t>(terms_.size())};
  terms_.push_back({arena_.store(term), hash, 1});
  if (++used_ * 2 > slots_.size()) grow();
}

void TermCounter::grow() {
  std::vector<Slot> larger(slots_.size() * 2);
  for (const Slot& slot : slots_) {
    if (is_free(slot)) continue;
    larger[find_slot(larger, terms_[slot.index].hash,
                     [&](const Slot& at) { return is_free(at); })] = slot;
  }
  slots_ = std::move(larger);
}

std::span<const TermCount> TermCounter::sorted_terms() {
  keys_.clear();
  keys_.reserve(terms_.size());
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    keys_.push_back({term_prefix(terms_[i].term), static_cast<std::uint32_t>(i)});
  }
  std::sort(keys_.begin(), keys_.end(), [this](const SortKey& a, const SortKey& b) {
    return a.prefix != b.prefix ? a.prefix < b.prefix : terms_[a.index].term < terms_[b.index].term;
  });
  sorted_.clear();
  sorted_.reserve(terms_.size());
  for (const SortKey& key : keys_) sorted_.push_back(terms_[key.index]);
  return sorted_;
}

void TermCounter::clear() {
  if (slots_.size() > kept_slots) {
    *this = TermCounter();
    return;
  }
  terms_.clear();
  arena_.clear();
  total_ = used_ = 0;
  if (++generation_ == 0) {
    std::ranges::fill(slots_, Slot());
    for (Known& known : known_) known.generation = 0;
    generation_ = 1;
  }
}

}  // namespace subintent::internal
