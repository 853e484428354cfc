#include "tfidf/tfidf.h"

#include <algorithm>
#include <cmath>

namespace subintent::internal {
namespace {

constexpr std::size_t known_idfs = 1 << 12;

double scale_of(std::span<const TermWeight> terms) {
  double largest = 0;
  for (const TermWeight& term : terms) largest = std::max(largest, std::abs(term.weight));
  return safe_scale(largest);
}

double squared_length(std::span<const TermWeight> terms, double scale) {
  double sum = 0;
  for (const TermWeight& term : terms) {
    const double weight = term.weight * scale;
    sum += weight * weight;
  }
  return sum;
}

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

double safe_scale(double largest_weight) {
  if (largest_weight == 0) return 1;
  // Below 2^-1023 the factor itself would be too large.
  return std::ldexp(1.0, std::min(-std::ilogb(largest_weight), 1023));
}

double cosine_of(double product, double squared_length_a, double squared_length_b) {
  const double lengths = std::sqrt(squared_length_a * squared_length_b);
  return lengths > 0 ? std::clamp(product / lengths, -1.0, 1.0) : 0;
}

double cosine(std::span<const TermWeight> a, std::span<const TermWeight> b) {
  const double scale_a = scale_of(a), scale_b = scale_of(b);
  double product = 0;
  auto x = a.begin(), y = b.begin();
  while (x != a.end() && y != b.end()) {
    const int order = x->term.compare(y->term);
    if (order == 0) product += x->weight * scale_a * (y->weight * scale_b);
    if (order <= 0) ++x;
    if (order >= 0) ++y;
  }
  return cosine_of(product, squared_length(a, scale_a), squared_length(b, scale_b));
}

}  // namespace subintent::internal
