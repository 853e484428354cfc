#include "similarity/simhash/simhash.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "core/base/progress.h"
#include "similarity/hyperplanes.h"
#include "similarity/simhash/fingerprints.h"
#include "subintent/basics.h"
#include "subintent/similarity.h"
#include "tokenize/terms/term_hash.h"

namespace subintent {
namespace {

std::vector<internal::TermCount> simhash_counts(const std::vector<Term>& terms) {
  std::vector<internal::TermCount> counts;
  counts.reserve(terms.size());
  std::uint64_t left = UINT64_MAX;
  for (const Term& term : terms) {
    if (term.count == 0) continue;
    if (term.count > left) throw Error::argument("terms", "terms: their counts are too large");
    left -= term.count;
    counts.push_back({term.term, internal::term_hash(term.term), term.count});
  }
  return counts;
}

// Appends a row, if it can have a fingerprint.
template <typename Value>
void append_row(const DenseRows<Value>& rows, std::size_t i, std::vector<double>& values) {
  const Value* const row = rows.values.get() + static_cast<std::ptrdiff_t>(i) * rows.stride;
  const auto refuse = [&](const std::string& defect) {
    throw Error::argument("vectors", "vectors: row " + std::to_string(i) + defect);
  };
  const auto is_finite = [](Value value) { return std::isfinite(value); };
  if (!std::all_of(row, row + rows.dimensions, is_finite)) {
    refuse(" has a number that is not finite");
  }
  values.insert(values.end(), row, row + rows.dimensions);
  if (!internal::has_direction(std::span(values).last(rows.dimensions))) {
    refuse(" is 0 and has no direction; leave it out");
  }
}

template <typename Value>
std::vector<std::uint64_t> fingerprints_of(const DenseRows<Value>& rows, int bits,
                                           const ProgressCallback& progress) {
  constexpr std::size_t rows_at_once = 1024;
  const std::size_t words = internal::words_of_bits(bits);
  if (rows.dimensions == 0) throw Error::argument("vectors", "vectors: they have no dimensions");
  const internal::Hyperplanes planes(rows.dimensions, words);
  internal::ProgressMeter meter(progress, "fingerprints", "documents", rows.rows);
  std::vector<std::uint64_t> made;
  made.reserve(rows.rows * words);
  std::vector<double> values;
  for (std::size_t first = 0; first < rows.rows; first += rows_at_once) {
    values.clear();
    const std::size_t end = std::min(rows.rows, first + rows_at_once);
    for (std::size_t i = first; i < end; ++i) append_row(rows, i, values);
    const auto some = planes.fingerprints(values);
    made.insert(made.end(), some.begin(), some.end());
    meter.advance(end - first);
  }
  return made;
}

}  // namespace

std::optional<std::uint64_t> simhash(const std::vector<Term>& terms) {
  const auto fingerprint = simhash(terms, 64);
  if (!fingerprint) return std::nullopt;
  return fingerprint->front();
}

std::optional<std::vector<std::uint64_t>> simhash(const std::vector<Term>& terms, int bits) {
  auto fingerprint = internal::simhash(simhash_counts(terms), internal::words_of_bits(bits));
  if (fingerprint.empty()) return std::nullopt;
  return fingerprint;
}

int fingerprint_bits(std::int64_t bits) {
  return static_cast<int>(64 * internal::words_of_bits(bits));
}

std::uint64_t fingerprint_vectors(const std::vector<Source>& vectors, int bits,
                                  const TextWriter& write, const ProgressCallback& progress) {
  return internal::fingerprint_vectors(vectors, internal::words_of_bits(bits), write, progress);
}

std::vector<std::uint64_t> simhash(const DenseRows<float>& vectors, int bits,
                                   const ProgressCallback& progress) {
  return fingerprints_of(vectors, bits, progress);
}

std::vector<std::uint64_t> simhash(const DenseRows<double>& vectors, int bits,
                                   const ProgressCallback& progress) {
  return fingerprints_of(vectors, bits, progress);
}

std::uint64_t fingerprint_dense_vectors(const Source& npy, const Source& docnos, int bits,
                                        const TextWriter& write, const ProgressCallback& progress) {
  return internal::fingerprint_dense_vectors(npy, docnos, internal::words_of_bits(bits), write,
                                             progress);
}

}  // namespace subintent
