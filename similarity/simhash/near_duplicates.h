// Pairs of documents with nearly the same fingerprint.
#pragma once

#include "similarity/simhash/fingerprints.h"
#include "subintent/basics.h"

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

// The pairs of fingerprints that differ in few bits. Equal ones are found by sorting
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

  // A document that is near another one, by its position in the input.
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

// Calls use(a, b, distance) for all pairs of documents at most `within` bits apart, by their
// positions, the earlier one first, in the order of the input. Returns how many there are. Throws
// Error::argument for more bits than the largest distance of such fingerprints.
std::uint64_t for_each_near_pair(
    const FingerprintRows& fingerprints, int within,
    const std::function<void(std::uint32_t a, std::uint32_t b, int distance)>& use,
    const ProgressCallback& progress = {});

// The groups of documents that pairs connect, by their positions: in the order of their first
// documents, and the documents of each in the order of the input. Throws as for_each_near_pair().
std::vector<std::vector<std::uint32_t>> near_duplicate_groups(
    const FingerprintRows& fingerprints, int within, const ProgressCallback& progress = {});

}  // namespace subintent::internal
