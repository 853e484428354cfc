// Parts of the cosine of two vectors.
#pragma once

namespace subintent::internal {

// The factor, a power of two, that brings the largest absolute weight to [1, 2): with it no square
// of a weight is too large, and nothing else about a cosine changes. 1 if all weights are 0.
double safe_scale(double largest_weight);

// The cosine of two vectors from their scalar product and their squared lengths: 0 if one of them
// has no length, and within [-1, 1]. A vector has cosine 1 with itself, exactly.
double cosine_of(double product, double squared_length_a, double squared_length_b);

// A cosine as a whole number of 1/units, where units is a power of ten up to 10^12, as clustering
// sees it. So cosines that are equal tie, however they were summed up: rounding errors are a
// thousand times smaller. Powers of ten keep 0.3 the 0.3 of a threshold. Adding and taking away
// 1.5 * 2^52 leaves the nearest whole number.
[[gnu::always_inline]] inline double rounded_cosine(double cosine, double units) {
  constexpr double shift = 0x1.8p52;
  return (cosine * units + shift) - shift;
}

}  // namespace subintent::internal
