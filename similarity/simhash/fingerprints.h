// Fingerprints of documents: in memory, and their files.
#pragma once

#include <bit>

#include "core/base/memory.h"
#include "subintent/basics.h"

namespace subintent::internal {

// Fingerprints one after the other. Each is 1, 2 or 4 words of 64 bits, the first of which is the
// fingerprint of 64 bits.
struct FingerprintRows {
  std::vector<std::uint64_t> values;
  std::size_t words = 1;

  std::size_t size() const { return values.size() / words; }
  int bits() const { return static_cast<int>(64 * words); }
  std::span<const std::uint64_t> row(std::size_t i) const {
    return {values.data() + i * words, words};
  }

  FingerprintRows rows(std::span<const std::uint32_t> numbers) const {
    FingerprintRows chosen{{}, words};
    chosen.values.reserve(numbers.size() * words);
    for (const std::uint32_t i : numbers) chosen.append(row(i));
    return chosen;
  }

  // The first sets how long all of them are.
  void append(std::span<const std::uint64_t> fingerprint) {
    words = fingerprint.size();
    reserve_large_for(values, words);
    values.insert(values.end(), fingerprint.begin(), fingerprint.end());
  }
};

// In how many bits two fingerprints of the same length differ.
inline int hamming_distance(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  int distance = 0;
  for (std::size_t k = 0; k < a.size(); ++k) distance += std::popcount(a[k] ^ b[k]);
  return distance;
}

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

// Reads document vectors and writes their fingerprints of `words` times 64 bits with `write`, as
// lines in the order of the inputs, in little memory. Returns how many documents have no terms, and
// so no fingerprint. Throws Error as VectorReader does, and for a document that comes twice.
std::uint64_t fingerprint_vectors(const std::vector<Source>& inputs, std::size_t words,
                                  const std::function<void(std::string_view)>& write,
                                  const ProgressCallback& progress = {});

}  // namespace subintent::internal
