// Pairs of documents with nearly the same fingerprint.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "simhash/fingerprint_rows.h"
#include "simhash/fingerprint_table.h"
#include "subintent/progress.h"

namespace subintent::internal {

// The different fingerprints of documents, and the documents of each.
class DistinctFingerprints {
 public:
  // In any order, fewer than 2^32.
  explicit DistinctFingerprints(const FingerprintRows& fingerprints);

  const FingerprintRows& values() const { return values_; }  // ascending
  std::size_t documents() const { return group_of_.size(); }
  std::uint32_t group_of(std::uint32_t document) const { return group_of_[document]; }

  // The documents with one of the values, in the order of the input.
  std::span<const std::uint32_t> members(std::uint32_t group) const {
    return std::span(documents_)
        .subspan(first_document_[group], first_document_[group + 1] - first_document_[group]);
  }

 private:
  // A group is all documents with one fingerprint; groups are in the order of that.
  FingerprintRows values_;
  std::vector<std::uint32_t> group_of_;        // of each document
  std::vector<std::uint32_t> documents_;       // by group, each in the order of the input
  std::vector<std::uint32_t> first_document_;  // of each group in documents_, and their end
};

// The pairs of fingerprints that differ in few bits (near_rows.h). Equal ones are found by sorting
// alone.
class NearDuplicates {
 public:
  // How many bits apart fingerprints of so many words may be: 3 of 64, 7 of 128, 15 of 256.
  static constexpr int largest_distance(std::size_t words) {
    return 4 * static_cast<int>(words) - 1;
  }

  // `fingerprints` in any order, fewer than 2^32; `within` is 0 to the largest distance. Progress
  // is counted in tables, the pairs of blocks sorted by. Runs on the threads of the current TBB
  // arena; takes about 40 bytes a fingerprint of 64 bits and 24 bytes for each pair of different
  // fingerprints found, about as many as its line of text has.
  NearDuplicates(const FingerprintRows& fingerprints, int within,
                 const ProgressCallback& progress = {});

  // Of documents, by their positions in the input.
  struct Partner {
    std::uint32_t document;
    std::uint8_t distance;
  };

  // Replaces `partners` by those of a document that come after it in the input, in that order.
  void later_partners(std::uint32_t document, std::vector<Partner>& partners) const;

  std::uint64_t number_of_pairs() const;

 private:
  struct Neighbour {
    std::uint32_t group;
    std::uint8_t distance;
  };

  DistinctFingerprints distinct_;
  std::vector<Neighbour> neighbours_;  // by group of distinct_
  std::vector<std::uint64_t> first_neighbour_;
  std::vector<bool> has_partners_;  // each document
};

// For each document the first one, in the order of the input, that pairs connect it with: itself
// where there is none before it. Documents with the same first one are a connected group. The
// arguments are those of NearDuplicates. Takes about 50 bytes a fingerprint of 64 bits, however
// many pairs there are: pages of one template can have hundreds each.
std::vector<std::uint32_t> first_connected(const FingerprintRows& fingerprints, int within,
                                           const ProgressCallback& progress = {});

// Which documents are connected with another one, from first_connected().
std::vector<bool> has_partners(std::span<const std::uint32_t> first_connected);

// Writes lines "docno<tab>docno<tab>distance" with `write`: all pairs at most `within` bits apart,
// the earlier document first, in the order of the table. Returns how many there are. Throws
// Error::argument for more bits than the largest distance of such fingerprints.
std::uint64_t write_near_duplicates(const FingerprintTable& fingerprints, int within,
                                    const std::function<void(std::string_view)>& write,
                                    const ProgressCallback& progress = {});

struct NearDuplicateGroups {
  std::uint64_t groups = 0, documents = 0;
};

// Writes the header "group<tab>docno" and, for each document that has a partner, a line with the
// docno of the first document of its connected group and its own. Groups are in the order of their
// first documents, the documents of a group in the order of the table. Throws as
// write_near_duplicates().
NearDuplicateGroups write_near_duplicate_groups(const FingerprintTable& fingerprints, int within,
                                                const std::function<void(std::string_view)>& write,
                                                const ProgressCallback& progress = {});

}  // namespace subintent::internal
