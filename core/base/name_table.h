// Names and their numbers.
#pragma once

#include <cstring>

#include "subintent/basics.h"

namespace subintent::internal {

// The first slot, from where `hash` points to on, for which `ends_search` holds: that is free, or
// has what is looked for. The number of slots is a power of two, and some are free.
template <typename Slots, typename EndsSearch>
std::size_t find_slot(const Slots& slots, std::uint64_t hash, const EndsSearch& ends_search) {
  const std::size_t last = slots.size() - 1;
  std::size_t at = hash & last;
  while (!ends_search(slots[at])) at = (at + 1) & last;
  return at;
}

// Are they the same bytes? Most names are short, and differ at their end: they are looked at
// without a call, from there on.
inline bool is_same_text(std::string_view a, std::string_view b) {
  const auto differ = [&](auto part, std::size_t at) {
    auto other = part;
    std::memcpy(&part, a.data() + at, sizeof part);
    std::memcpy(&other, b.data() + at, sizeof part);
    return part != other;
  };
  constexpr std::uint64_t eight{};
  constexpr std::uint32_t four{};
  const std::size_t size = a.size();
  if (size != b.size() || size == 0) return size == b.size();
  if (size >= sizeof eight) {
    if (differ(eight, size - sizeof eight)) return false;
    std::size_t at = 0;
    while (at + sizeof eight < size && !differ(eight, at)) at += sizeof eight;
    return at + sizeof eight >= size;
  }
  if (size >= sizeof four) return !differ(four, size - sizeof four) && !differ(four, 0);
  return a.back() == b.back() && a.front() == b.front() && a[size / 2] == b[size / 2];
}

// Guesses which of `names` a name is: number `last`, or the next one, around the end. Gives how
// many there are if it is neither.
inline std::uint32_t guess_number(const std::vector<std::string_view>& names, std::uint32_t last,
                                  std::string_view name) {
  const auto count = static_cast<std::uint32_t>(names.size());
  if (last >= count) return count;
  if (is_same_text(names[last], name)) return last;
  const std::uint32_t next = last + 1 < count ? last + 1 : 0;
  return is_same_text(names[next], name) ? next : count;
}

// Numbers names in the order in which they come. The table keeps views: the names must live as
// long.
class NameTable {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  // Room for `expected` names from the start; more make it grow.
  explicit NameTable(std::size_t expected = 0);

  // The name's number, and whether it is new.
  std::pair<std::uint32_t, bool> insert(std::string_view name);
  // The name's number. Names often repeat the one before them, which had number `last`, or go
  // through all in the same order again: to guess is cheaper than to look up.
  std::uint32_t insert_after(std::uint32_t last, std::string_view name) {
    const std::uint32_t guess = guess_number(names_, last, name);
    return guess < names_.size() ? guess : insert(name).first;
  }

  // The last new name lies here from now on.
  void move_last(std::string_view name) { names_.back() = name; }

  // The name's number, or `none`.
  std::uint32_t find(std::string_view name) const;
  // Finds many names at once, which waits for memory less often than calls of find().
  std::vector<std::uint32_t> find_all(std::span<const std::string_view> names) const;

  const std::vector<std::string_view>& names() const { return names_; }

 private:
  std::size_t slot_of(std::string_view name, std::uint64_t hash) const;
  void grow();

  // Open addressing with a power of two slots, at most half of them taken. A slot is 0, or the
  // upper half of the name's hash above its number + 1; the lower half says where the search
  // begins. Equal halves are confirmed by the name.
  std::vector<std::uint64_t> slots_;
  std::vector<std::string_view> names_;
};

// True only if all names are distinct. False may be wrong, for one list in many millions: hashes of
// distinct names may be equal, so confirm it before acting on it.
bool all_differ(std::span<const std::string_view> names);

}  // namespace subintent::internal
