#include "simhash/simhash.h"

#include "simhash/fingerprint_vectors.h"
#include "subintent/error.h"
#include "subintent/simhash.h"
#include "tokenize/terms/term_hash.h"

namespace subintent {
namespace {

std::vector<internal::TermCount> counts_of(const std::vector<Term>& terms) {
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

}  // namespace

std::optional<std::uint64_t> simhash(const std::vector<Term>& terms) {
  const auto fingerprint = simhash(terms, 64);
  if (!fingerprint) return std::nullopt;
  return fingerprint->front();
}

std::optional<std::vector<std::uint64_t>> simhash(const std::vector<Term>& terms, int bits) {
  auto fingerprint = internal::simhash(counts_of(terms), internal::words_of_bits(bits));
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

}  // namespace subintent
