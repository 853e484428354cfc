// The fingerprints of a whole collection in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "similarity/simhash/fingerprint_rows.h"
#include "subintent/basics.h"

namespace subintent::internal {

// Docnos and fingerprints in the order of the inputs: 8 bytes each beside the docno and the
// fingerprint, and while they are read those of a DocnoSet unless the docnos are ascending.
class FingerprintTable {
 public:
  // Throws Error as FingerprintReader does, for a document that comes twice, for fingerprints of
  // different lengths, and for more of them than numbers of 32 bits.
  explicit FingerprintTable(const std::vector<Source>& inputs);
  // Makes a table of docnos, all of which differ, and a fingerprint for each.
  FingerprintTable(const std::vector<std::string>& docnos, FingerprintRows rows);

  std::size_t size() const { return ends_.size(); }
  std::string_view docno(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(docnos_).substr(begin, ends_[i] - begin);
  }
  const FingerprintRows& rows() const { return rows_; }

 private:
  std::string docnos_;  // one after the other
  std::vector<std::size_t> ends_;
  FingerprintRows rows_;
};

}  // namespace subintent::internal
