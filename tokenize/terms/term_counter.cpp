#include "tokenize/terms/term_counter.h"

#include <bit>
#include <cstring>

#include "core/base/memory.h"
#include "core/base/name_table.h"
#include "tokenize/terms/term_hash.h"
#include "tokenize/terms/term_order.h"

namespace subintent::internal {
namespace {

constexpr std::size_t first_slots = 1 << 10;
constexpr std::size_t kept_bytes = 4 << 20;  // what frequencies that nobody keeps may take

// Slots for a number of entries: two thirds of them at most are used.
std::size_t slots_for(std::size_t entries) {
  return std::bit_ceil(std::max(first_slots, entries + entries / 2));
}

// How an entry has a term that is not short.
struct LongTerm {
  const char* begin;
  std::uint32_t size;
};

}  // namespace

std::string_view TermCounter::Entry::term() const {
  if (text_.size() <= ShortText::longest) return text_.view();
  LongTerm lies;
  std::memcpy(&lies, text_.view().data(), sizeof lies);
  return {lies.begin, lies.size};
}

TermCounter::TermCounter() {
  make_room(0);
}

void TermCounter::add(std::string_view term) {
  if (term.size() <= ShortText::longest) return add({{ShortText(term)}});
  ++total_;
  make_room(1);
  const std::uint64_t hash = term_hash(term);
  const std::size_t known = used_;
  Entry& entry =
      *find(hash, [&](const Entry& at) { return at.hash_ == hash && same_term(at.term(), term); });
  if (used_ > known) {
    ShortText::Bytes bytes;
    bytes.fill('\xff');  // the size of no short text
    const LongTerm lies{arena_.store(term).data(), static_cast<std::uint32_t>(term.size())};
    std::memcpy(bytes.data(), &lies.begin, sizeof lies.begin);
    std::memcpy(bytes.data() + sizeof lies.begin, &lies.size, sizeof lies.size);
    entry.text_ = ShortText(bytes);
    entry.hash_ = hash;
  }
  count(entry);
}

void TermCounter::add(std::span<const ShortText> terms) {
  std::array<std::uint64_t, 64> hashes;
  constexpr std::size_t ahead = 8;  // entries to be fetched from memory before they are needed
  while (!terms.empty()) {
    const auto part = terms.first(std::min(terms.size(), hashes.size()));
    terms = terms.subspan(part.size());
    total_ += part.size();
    make_room(part.size());
    for (std::size_t i = 0; i < part.size(); ++i) {
      hashes[i] = part[i].quick_hash();
      __builtin_prefetch(&slots_[hashes[i] >> shift_]);
    }
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (i + ahead < part.size()) {
        const std::uint32_t likely = slots_[hashes[i + ahead] >> shift_].number;
        if (likely != 0) __builtin_prefetch(&entry(likely - 1));
      }
      const std::size_t known = used_;
      Entry& found = *find(hashes[i], [&](const Entry& at) { return at.text_ == part[i]; });
      if (used_ > known) {
        found.text_ = part[i];
        found.hash_ = term_hash(part[i].view());
      }
      count(found);
    }
  }
}

// The entry of a term of this hash for which `is_term` holds; a new one if there is none.
template <typename IsTerm>
inline TermCounter::Entry* TermCounter::find(std::uint64_t hash, const IsTerm& is_term) {
  const auto tag = static_cast<std::uint32_t>(hash >> 8);
  Slot& slot = slots_[find_slot(slots_, hash >> shift_, [&](const Slot& at) {
    return at.number == 0 || (at.tag == tag && is_term(entry(at.number - 1)));
  })];
  if (slot.number == 0) {
    if (used_ % block_size == 0) blocks_.push_back(std::make_unique<Entry[]>(block_size));
    slot = {tag, static_cast<std::uint32_t>(++used_)};
  }
  return &entry(slot.number - 1);
}

// One occurrence of the term.
inline void TermCounter::count(Entry& entry) {
  if (entry.index_ >= first_index_) {
    ++terms_[entry.index_ - first_index_].count;
    return;
  }
  entry.index_ = first_index_ + static_cast<std::uint32_t>(terms_.size());
  ++entry.documents_;
  terms_.push_back({entry.term(), entry.hash_, 1});
}

// For so many more entries.
void TermCounter::make_room(std::size_t terms) {
  const std::size_t size = slots_for(used_ + terms);
  if (size <= slots_.size()) return;
  slots_ = {};
  reserve_large(slots_, size);
  slots_.resize(size);
  shift_ = 64 - std::countr_zero(size);
  for (std::size_t i = 0; i < used_; ++i) {
    const Entry& old = entry(i);
    const bool is_short = old.text_.size() <= ShortText::longest;
    const std::uint64_t hash = is_short ? old.text_.quick_hash() : old.hash_;
    slots_[find_slot(slots_, hash >> shift_, [](const Slot& at) { return at.number == 0; })] = {
        static_cast<std::uint32_t>(hash >> 8), static_cast<std::uint32_t>(i + 1)};
  }
}

std::span<const TermCount> TermCounter::sorted_terms() {
  keys_.clear();
  keys_.reserve(terms_.size());
  for (std::size_t i = 0; i < terms_.size(); ++i)
    keys_.push_back({term_prefix(terms_[i].term), static_cast<std::uint32_t>(i)});
  std::sort(keys_.begin(), keys_.end(), [this](const SortKey& a, const SortKey& b) {
    return a.prefix != b.prefix ? a.prefix < b.prefix : terms_[a.index].term < terms_[b.index].term;
  });
  sorted_.clear();
  sorted_.reserve(terms_.size());
  for (const SortKey& key : keys_) sorted_.push_back(terms_[key.index]);
  return sorted_;
}

std::size_t TermCounter::bytes_with_next() const {
  const std::size_t entries = used_ + terms_.size();
  return slots_for(entries) * sizeof(Slot) +
         (entries / block_size + 1) * block_size * sizeof(Entry) +
         (terms_.capacity() + sorted_.capacity()) * sizeof(TermCount) +
         keys_.capacity() * sizeof(SortKey) + text_bytes();
}

void TermCounter::clear() {
  if (!keeps_frequencies_ && bytes_with_next() > kept_bytes) return forget();
  first_index_ += static_cast<std::uint32_t>(terms_.size());
  terms_.clear();
  total_ = 0;
  if (first_index_ < std::uint32_t{1} << 31) return;
  for (std::size_t i = 0; i < used_; ++i) entry(i).index_ = 0;
  first_index_ = 1;
}

}  // namespace subintent::internal
