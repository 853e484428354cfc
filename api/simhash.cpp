#include "simhash/simhash.h"

#include "subintent/simhash.h"
#include "tokenize/terms/term_hash.h"

namespace subintent {

std::optional<std::uint64_t> simhash(const std::vector<Term>& terms) {
  std::vector<internal::TermCount> counts;
  counts.reserve(terms.size());
  for (const Term& term : terms) {
    counts.push_back({term.term, internal::term_hash(term.term), term.count});
  }
  return internal::simhash(counts);
}

}  // namespace subintent
