// Fingerprints of 64 bits as tests write them.
#pragma once

#include "similarity/simhash/simhash.h"

namespace subintent::internal {

struct Fingerprint {
  std::string docno;
  std::uint64_t value = 0;
};

inline NamedFingerprints named(const std::vector<Fingerprint>& fingerprints) {
  NamedFingerprints made;
  for (const auto& [docno, value] : fingerprints) {
    made.docnos.push_back(docno);
    made.rows.values.push_back(value);
  }
  return made;
}

}  // namespace subintent::internal
