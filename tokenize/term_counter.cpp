#include "tokenize/term_counter.h"

#include <algorithm>
#include <functional>

namespace subintent {
namespace {

constexpr std::size_t first_slots = 1 << 10;
constexpr std::size_t kept_slots = 1 << 16;  // a huge document does not make all later ones slow

}  // namespace

TermCounter::TermCounter() : slots_(first_slots) {}

void TermCounter::add(std::string_view term_text) {
  ++total_;
  const std::uint64_t hash = std::hash<std::string_view>()(term_text);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot] != 0) {
    Entry& entry = entries_[slots_[slot] - 1];
    if (entry.hash == hash && term(entry) == term_text) {
      ++entry.count;
      return;
    }
    slot = (slot + 1) & mask;
  }
  entries_.push_back({hash, text_.size(), term_text.size(), 1});
  text_ += term_text;
  slots_[slot] = static_cast<std::uint32_t>(entries_.size());
  if (entries_.size() * 2 > slots_.size()) grow();
}

void TermCounter::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t slot = entries_[i].hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

void TermCounter::write_sorted(std::vector<TermWeight>& terms) {
  std::vector<std::uint32_t> order(entries_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    return term(entries_[a]) < term(entries_[b]);
  });
  terms.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Entry& entry = entries_[order[i]];
    terms[i].term = term(entry);
    terms[i].weight = static_cast<double>(entry.count);
  }
}

void TermCounter::clear() {
  slots_.assign(std::min(slots_.size(), kept_slots), 0);
  entries_.clear();
  text_.clear();
  total_ = 0;
}

}  // namespace subintent
