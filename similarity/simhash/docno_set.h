// The docnos seen so far in a stream too long to remember them all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace subintent::internal {

// A set of docnos in 21 to 43 bytes each, however long they are: it keeps their 128-bit hashes
// (XXH3), which two docnos of a billion share with a probability under 1e-20.
class DocnoSet {
 public:
  DocnoSet() : slots_(1024) {}

  // False if the docno was there already.
  bool insert(std::string_view docno);

 private:
  struct Slot {
    std::uint64_t low = 0, high = 0;  // both 0: free
    bool operator==(const Slot&) const = default;
  };

  // The slot that holds `hash`, or the free one where it belongs.
  static Slot& find(std::vector<Slot>& slots, const Slot& hash);
  void grow();

  std::vector<Slot> slots_;  // their number is a power of two
  std::size_t used_ = 0;
};

}  // namespace subintent::internal
