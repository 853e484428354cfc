#include "core/base/name_table.h"

#include <bit>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

constexpr std::uint64_t upper_bits = 0xffffffff00000000;

template <typename Word>
std::uint64_t load(const char* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// Both halves of the product, each of whose bits depends on many of both factors.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  __extension__ using Product = unsigned __int128;
  const Product product = Product{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Whole words, the last ones overlapping those before; nothing depends on the hash but speed.
inline std::uint64_t hash_of(std::string_view name) {
  constexpr std::uint64_t one = 0x9e3779b97f4a7c15, other = 0xd6e8feb86659fd93;
  const char* p = name.data();
  const std::size_t size = name.size();
  std::uint64_t hash = size * other;
  if (size >= 16) {
    const char* const last = p + size - 16;
    for (; p < last; p += 16)
      hash = mixed(load<std::uint64_t>(p) ^ one, load<std::uint64_t>(p + 8) ^ hash);
    return mixed(load<std::uint64_t>(last) ^ one, load<std::uint64_t>(last + 8) ^ hash);
  }
  std::uint64_t first = 0, second = 0;
  if (size >= 8) {
    first = load<std::uint64_t>(p);
    second = load<std::uint64_t>(p + size - 8);
  } else if (size >= 4) {
    first = load<std::uint32_t>(p);
    second = load<std::uint32_t>(p + size - 4);
  } else if (size > 0) {
    first = load<std::uint8_t>(p) << 16 | load<std::uint8_t>(p + size / 2) << 8 |
            load<std::uint8_t>(p + size - 1);
  }
  return mixed(first ^ one, second ^ hash);
}

}  // namespace

NameTable::NameTable(std::size_t expected)
    : slots_(std::bit_ceil(std::max<std::size_t>(2 * expected + 2, 16))) {
  names_.reserve(expected);
}

// The slot that holds the name, or the empty one where it belongs.
std::size_t NameTable::slot_of(std::string_view name, std::uint64_t hash) const {
  return find_slot(slots_, hash, [&](std::uint64_t entry) {
    return entry == 0 || (((entry ^ hash) & upper_bits) == 0 &&
                          names_[static_cast<std::uint32_t>(entry) - 1] == name);
  });
}

std::pair<std::uint32_t, bool> NameTable::insert(std::string_view name) {
  if (2 * (names_.size() + 1) > slots_.size()) grow();
  const std::uint64_t hash = hash_of(name);
  const std::size_t slot = slot_of(name, hash);
  if (slots_[slot] != 0) return {static_cast<std::uint32_t>(slots_[slot]) - 1, false};
  names_.push_back(name);
  slots_[slot] = (hash & upper_bits) | names_.size();
  return {static_cast<std::uint32_t>(names_.size() - 1), true};
}

std::uint32_t NameTable::find(std::string_view name) const {
  const std::uint64_t entry = slots_[slot_of(name, hash_of(name))];
  return entry == 0 ? none : static_cast<std::uint32_t>(entry) - 1;
}

// Most names are often not there, and a free slot says so. Those whose slot is taken are gathered
// without a branch, which would be guessed wrongly, and what memory holds of them is asked for
// before it is looked at.
std::vector<std::uint32_t> NameTable::find_all(std::span<const std::string_view> names) const {
  const std::size_t last = slots_.size() - 1;
  std::vector<std::uint64_t> hashes(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    hashes[i] = hash_of(names[i]);
    __builtin_prefetch(&slots_[hashes[i] & last]);
  }
  const auto is_half = [](std::uint64_t entry, std::uint64_t hash) {
    return ((entry ^ hash) & upper_bits) == 0;
  };
  std::vector<std::uint32_t> open(names.size());
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    const std::uint64_t entry = slots_[hashes[i] & last], next = slots_[(hashes[i] + 1) & last];
    open[count] = i;
    count += (entry != 0) & (is_half(entry, hashes[i]) | (next != 0)) ? 1 : 0;
  }
  std::vector<std::uint32_t> found(names.size(), none);
  std::size_t likely = 0;  // those with equal halves
  for (const std::uint32_t i : std::span(open).first(count)) {
    const std::uint64_t entry = slots_[find_slot(slots_, hashes[i], [&](std::uint64_t slot) {
      return slot == 0 || is_half(slot, hashes[i]);
    })];
    if (entry == 0) continue;
    found[i] = static_cast<std::uint32_t>(entry) - 1;
    __builtin_prefetch(&names_[found[i]]);
    open[likely++] = i;
  }
  open.resize(likely);
  for (const std::uint32_t i : open) __builtin_prefetch(names_[found[i]].data());
  for (const std::uint32_t i : open)
    if (names_[found[i]] != names[i]) found[i] = find(names[i]);
  return found;
}

void NameTable::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::uint64_t hash = hash_of(names_[i]);
    // All names differ, so the search ends at an empty slot.
    slots_[slot_of(names_[i], hash)] = (hash & upper_bits) | (i + 1);
  }
}

// By the upper halves of their hashes.
bool all_differ(std::span<const std::string_view> names) {
  constexpr std::size_t ahead = 16;
  std::array<std::uint32_t, 256> few;
  std::vector<std::uint32_t> many;
  std::span<std::uint32_t> slots(few);
  const std::size_t needed = std::bit_ceil(3 * names.size() + 1);
  if (needed <= few.size()) {
    slots = slots.first(needed);
    std::ranges::fill(slots, 0);
  } else {
    many.resize(needed);
    slots = many;
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i + ahead < names.size()) __builtin_prefetch(names[i + ahead].data());
    const std::uint64_t hash = hash_of(names[i]);
    const std::uint32_t half = static_cast<std::uint32_t>(hash >> 32) | 1;
    std::uint32_t& slot = slots[find_slot(
        slots, hash, [&](std::uint32_t entry) { return entry == 0 || entry == half; })];
    if (slot != 0) return false;
    slot = half;
  }
  return true;
}

}  // namespace subintent::internal
