#include "similarity/simhash/docno_set.h"

#include <xxhash.h>

#include "core/base/open_addressing.h"

namespace subintent::internal {

DocnoSet::Slot& DocnoSet::find(std::vector<Slot>& slots, const Slot& hash) {
  return slots[find_slot(slots, hash.low,
                         [&](const Slot& slot) { return slot == hash || slot == Slot{}; })];
}

void DocnoSet::grow() {
  std::vector<Slot> larger(slots_.size() * 2);
  for (const Slot& slot : slots_) {
    if (!(slot == Slot{})) find(larger, slot) = slot;
  }
  slots_ = std::move(larger);
}

bool DocnoSet::insert(std::string_view docno) {
  const XXH128_hash_t hash = XXH3_128bits(docno.data(), docno.size());
  const Slot wanted{hash.low64, hash.high64 | 1};  // never the free slot
  Slot& slot = find(slots_, wanted);
  if (slot == wanted) return false;
  slot = wanted;
  if (++used_ * 4 > slots_.size() * 3) grow();
  return true;
}

}  // namespace subintent::internal
