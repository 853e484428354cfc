// SimHash: fingerprints of document vectors, and their file.
#pragma once

#include "core/io/input_file.h"
#include "similarity/simhash/fingerprints.h"
#include "subintent/basics.h"
#include "subintent/values.h"
#include "tokenize/terms/document_vector.h"

namespace subintent::internal {

// Adds doubles without any error: a fixed-point number wide enough for every double. The order of
// the terms therefore does not matter. Takes up to 2^62 terms.
class ExactSum {
 public:
  // `value` must be finite.
  void add(double value);

  // The double nearest to the exact sum, ties to even; infinite where the sum exceeds the largest
  // double.
  double rounded() const;

 private:
  // Limb i counts units of 2^(32 i - 1074) and has 31 bits to spare for carries.
  static constexpr int limbs = 70;

  static void carry(std::array<std::int64_t, limbs>& digits);

  std::array<std::int64_t, limbs> digits_{};
  std::uint32_t pending_ = 0;  // additions since the last carry
};

// The words of 64 bits in a fingerprint of so many bits. Throws Error::argument for other numbers
// than 64, 128 and 256.
std::size_t words_of_bits(std::int64_t bits);

// The fingerprint of a document [Charikar 2002], in 1, 2 or 4 words of 64 bits: bit i of word k is
// set if the weights of the terms whose hash (XXH64, seed k, of the term's bytes) has bit i set sum
// to more than those of the other terms. Both sums are rounded once, correctly, so that the order
// of the terms does not matter. Empty for a document without terms.
std::vector<std::uint64_t> simhash(std::span<const TermWeight> terms, std::size_t words = 1);

// The fingerprint of term frequencies, which come with their hashes.
std::vector<std::uint64_t> simhash(std::span<const TermCount> terms, std::size_t words = 1);

// `distance` is 0 to `bits`; the mean of several distances, as average linkage has them, will do.
double fingerprint_similarity(double distance, int bits, FingerprintSimilarity kind);

// The line "docno<tab>lower-case hex digits" with its end: 16 digits a word, the first word first.
std::string fingerprint_line(std::string_view docno, std::span<const std::uint64_t> fingerprint);

// Appends the line of a document, unless it has no terms.
void append_fingerprint_line(std::string& out, std::string_view docno,
                             std::span<const TermCount> terms, std::size_t words = 1);

// The lines of a file of fingerprints, one after the other.
class FingerprintReader {
 public:
  // With `words`, all fingerprints are of that length; otherwise of that of the first.
  explicit FingerprintReader(const Source& source, std::size_t words = 0)
      : lines_(source), words_(words) {}

  // The next document; false at the end. The docno is valid until the next call. Throws Error, with
  // file and line, for a wrong number of columns, a value that is not 16, 32 or 64 hex digits, and
  // one of another length than those before.
  bool next(std::string_view& docno);

  // The fingerprint of that document, in bytes that the next call overwrites.
  std::span<const std::uint64_t> fingerprint() const { return {fingerprint_.data(), words_}; }

  Location location() const { return lines_.location(); }

 private:
  void parse(std::string_view digits);

  LineReader lines_;
  std::size_t words_;
  std::array<std::uint64_t, 4> fingerprint_{};
};

struct NamedFingerprints {
  std::vector<std::string> docnos;
  FingerprintRows rows;  // of these
};

// The fingerprints of a file, in its order: those whose docno `wanted` accepts (all if empty).
// Throws as the reader does, and for a docno given twice (among those wanted).
NamedFingerprints read_fingerprints(const Source& source,
                                    const std::function<bool(std::string_view)>& wanted = {});

}  // namespace subintent::internal
