#include "tokenize/terms/term_counter.h"

#include <algorithm>

#include "tokenize/terms/term_hash.h"
#include "tokenize/terms/term_order.h"

namespace subintent {
namespace {

constexpr std::size_t first_slots = 1 << 12;
constexpr std::size_t kept_slots = 1 << 18;  // what a huge document took is given back

}  // namespace

TermCounter::TermCounter() : slots_(first_slots) {}

void TermCounter::add(std::string_view term) {
  ++total_;
  const std::uint64_t hash = term_hash(term);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at].generation == generation_; at = (at + 1) & mask) {
    TermCount& known = terms_[slots_[at].index];
    if (known.hash == hash && same_term(known.term, term)) {
      ++known.count;
      return;
    }
  }
  slots_[at] = {generation_, static_cast<std::uint32_t>(terms_.size())};
  terms_.push_back({arena_.store(term), hash, 1});
  if (terms_.size() * 2 > slots_.size()) grow();
}

void TermCounter::grow() {
  slots_.assign(slots_.size() * 2, Slot());
  generation_ = 1;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    std::size_t at = terms_[i].hash & mask;
    while (slots_[at].generation == generation_) at = (at + 1) & mask;
    slots_[at] = {generation_, static_cast<std::uint32_t>(i)};
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

}  // namespace subintent
