// SimHash: 64-bit fingerprints of document vectors, and their file.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/fingerprint.h"
#include "subintent/source.h"
#include "support/error.h"
#include "support/input_file.h"
#include "tokenize/terms/document_vector.h"

namespace subintent::internal {

// The fingerprint of a document [Charikar 2002]: bit i is set if the weights of the terms whose
// hash (XXH64, seed 0, of the term's bytes) has bit i set sum to more than those of the other
// terms. Both sums are rounded once, correctly, so that the order of the terms does not matter.
// Nothing for a document without terms.
std::optional<std::uint64_t> simhash(std::span<const TermWeight> terms);

// The same for term frequencies, with the hashes that come with them.
std::optional<std::uint64_t> simhash(std::span<const TermCount> terms);

// `distance` is 0 to 64; the mean of several distances, as average linkage has them, will do.
double fingerprint_similarity(double distance, FingerprintSimilarity kind);

struct Fingerprint {
  std::string docno;
  std::uint64_t value = 0;
};

// The line "docno<tab>16 lower-case hex digits" with its end.
std::string fingerprint_line(std::string_view docno, std::uint64_t value);

// Appends the line of a document, unless it has no terms.
void append_fingerprint_line(std::string& out, std::string_view docno,
                             std::span<const TermCount> terms);

// The lines of a file of fingerprints, one after the other.
class FingerprintReader {
 public:
  explicit FingerprintReader(const Source& source) : lines_(source) {}

  // The next document; false at the end. The docno is valid until the next call. Throws Error, with
  // file and line, for a wrong number of columns and a value that is not 16 hex digits.
  bool next(std::string_view& docno, std::uint64_t& value);

  Location location() const { return lines_.location(); }

 private:
  LineReader lines_;
};

// The fingerprints of a file, in its order: those whose docno `wanted` accepts (all if empty).
// Throws as the reader does, and for a docno given twice (among those wanted).
std::vector<Fingerprint> read_fingerprints(
    const Source& source, const std::function<bool(std::string_view)>& wanted = {});

}  // namespace subintent::internal
