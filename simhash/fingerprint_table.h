// The fingerprints of a whole collection in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/source.h"

namespace subintent::internal {

// Docnos and 64-bit fingerprints in the order of the inputs: 16 bytes each beside the docno, and
// while they are read those of a DocnoSet unless the docnos are ascending.
class FingerprintTable {
 public:
  // Throws Error as FingerprintReader does, for a document that comes twice, and for more
  // fingerprints than numbers of 32 bits.
  explicit FingerprintTable(const std::vector<Source>& inputs);

  std::size_t size() const { return values_.size(); }
  std::string_view docno(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(docnos_).substr(begin, ends_[i] - begin);
  }
  std::span<const std::uint64_t> values() const { return values_; }

 private:
  std::string docnos_;  // one after the other
  std::vector<std::size_t> ends_;
  std::vector<std::uint64_t> values_;
};

}  // namespace subintent::internal
