#include "similarity/cosine.h"

#include <algorithm>
#include <cmath>

namespace subintent::internal {

double safe_scale(double largest_weight) {
  if (largest_weight == 0) return 1;
  // Below 2^-1023 the factor itself would be too large.
  return std::ldexp(1.0, std::min(-std::ilogb(largest_weight), 1023));
}

double cosine_of(double product, double squared_length_a, double squared_length_b) {
  const double lengths = std::sqrt(squared_length_a * squared_length_b);
  return lengths > 0 ? std::clamp(product / lengths, -1.0, 1.0) : 0;
}

}  // namespace subintent::internal
