// Parts of the cosine of two vectors.
#pragma once

namespace subintent::internal {

// The factor, a power of two, that brings the largest absolute weight to [1, 2): with it no square
// of a weight is too large, and nothing else about a cosine changes. 1 if all weights are 0.
double safe_scale(double largest_weight);

// The cosine of two vectors from their scalar product and their squared lengths: 0 if one of them
// has no length, and within [-1, 1]. A vector has cosine 1 with itself, exactly.
double cosine_of(double product, double squared_length_a, double squared_length_b);

}  // namespace subintent::internal
