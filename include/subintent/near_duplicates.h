// Documents with nearly the same fingerprint [Manku, Jain and Das Sarma, WWW 2007].
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "subintent/export.h"
#include "subintent/output.h"
#include "subintent/progress.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

namespace internal {
class FingerprintTable;
struct Inside;
}  // namespace internal

// Documents and their SimHash fingerprints of one length, in the order they were given in. Cheap to
// copy.
class Fingerprints {
 public:
  // Files of fingerprints, one after the other. Throws Error, with file and line, for what is not
  // such a file, a document that comes twice, and fingerprints of different lengths.
  static Fingerprints read(const std::vector<Source>& sources);

  // Fingerprints of 64, 128 or 256 bits, in the order of docnos, each in words of 64 bits, the
  // first of which is the fingerprint of 64 bits. Throws Error for lists of different lengths and a
  // docno given twice (argument "docnos").
  static Fingerprints of(const std::vector<std::string>& docnos,
                         const std::vector<std::uint64_t>& words, int bits = 64);

  std::size_t size() const;  // documents

  Fingerprints(const Fingerprints&) = default;  // to move is to copy
  Fingerprints& operator=(const Fingerprints&) = default;

 private:
  friend struct internal::Inside;
  explicit Fingerprints(internal::FingerprintTable table);
  std::shared_ptr<const internal::FingerprintTable> table_;
};

// How many bits apart near-duplicates may be, of fingerprints of so many bits: 3 of 64, 7 of 128,
// 15 of 256.
constexpr int max_near_duplicate_distance(int bits) {
  return bits / 16 - 1;
}

// The options of `subintent simhash --within`, and the tables that it writes.
struct AnalysisRecord;
const AnalysisRecord& near_duplicates_record();

// Two documents, in the order of the fingerprints, and in how many bits these differ.
struct NearDuplicate {
  std::string first, second;
  int distance = 0;

  bool operator==(const NearDuplicate&) const = default;
};

// All pairs of documents whose fingerprints differ in at most `within` bits, in the order of the
// fingerprints. Not all pairs are compared: it takes time for sorting, and for what is found.
// Throws Error (argument "within") for a number below 0 or above max_near_duplicate_distance(). The
// result is the same for any number of threads.
std::vector<NearDuplicate> near_duplicates(const Fingerprints& fingerprints, int within = 3,
                                           const ProgressCallback& progress = {});

// The groups of documents that such pairs connect, in the order of the fingerprints: what
// DuplicateGroups take. Throws the same.
std::vector<std::vector<std::string>> near_duplicate_groups(const Fingerprints& fingerprints,
                                                            int within = 3,
                                                            const ProgressCallback& progress = {});

// The same as the text of a file (docs/formats.md), which can have more pairs than memory holds:
// lines "docno<tab>docno<tab>distance", or "group<tab>docno" below that header, where a group is
// named by its first document. Return how many pairs, or groups and documents, there are.
std::uint64_t write_near_duplicates(const Fingerprints& fingerprints, int within,
                                    const TextWriter& write, const ProgressCallback& progress = {});

struct NearDuplicateGroups {
  std::uint64_t groups = 0, documents = 0;
};

NearDuplicateGroups write_near_duplicate_groups(const Fingerprints& fingerprints, int within,
                                                const TextWriter& write,
                                                const ProgressCallback& progress = {});

}  // namespace subintent
