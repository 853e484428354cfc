#include "tokenize/terms/term_counter.h"

#include <algorithm>

#include "base/open_addressing.h"
#include "tokenize/terms/term_hash.h"
#include "tokenize/terms/term_order.h"

namespace subintent::internal {
namespace {

constexpr std::size_t first_slots = 1 << 12;
constexpr std::size_t kept_slots = 1 << 18;  // what a huge document took is given back

}  // namespace

TermCounter::TermCounter() : slots_(first_slots) {}

void TermCounter::add(std::string_view term) {
  ++total_;
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
  if (terms_.size() * 2 > slots_.size()) grow();
}

void TermCounter::grow() {
  slots_.assign(slots_.size() * 2, Slot());
  generation_ = 1;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    slots_[find_slot(slots_, terms_[i].hash, [&](const Slot& at) { return is_free(at); })] = {
        generation_, static_cast<std::uint32_t>(i)};
  }
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
  total_ = 0;
  if (++generation_ == 0) {
    std::ranges::fill(slots_, Slot());
    generation_ = 1;
  }
}

}  // namespace subintent::internal
