#include "similarity/tfidf/tfidf.h"

#include <algorithm>
#include <cmath>

namespace subintent::internal {
namespace {

constexpr std::size_t known_idfs = 1 << 12;

}  // namespace

TermWeigher::TermWeigher(const CollectionStatistics& statistics)
    : statistics_(statistics), known_(known_idfs) {}

double TermWeigher::idf(std::uint64_t frequency) {
  KnownIdf& known = known_[frequency % known_idfs];
  if (known.frequency != frequency) known = {frequency, statistics_.idf(frequency)};
  return known.idf;
}

bool TermWeigher::weigh(DocumentVector& vector, std::vector<std::string>& unknown) {
  for (TermWeight& term : vector.terms) {
    const auto frequency = statistics_.frequency_of(term.term);
    if (!frequency) unknown.push_back(term.term);
    term.weight *= idf(frequency.value_or(1));
    if (!std::isfinite(term.weight)) return false;
  }
  std::erase_if(vector.terms, [](const TermWeight& term) { return term.weight == 0; });
  return true;
}

}  // namespace subintent::internal
