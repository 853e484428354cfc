// Cosines as clustering sees them: whole numbers.
#pragma once

namespace subintent::internal {

// A cosine as a whole number of 1/units, where units is a power of ten up to 10^12. So cosines that
// are equal tie, however they were summed up: rounding errors are a thousand times smaller. Powers
// of ten keep 0.3 the 0.3 of a threshold. Adding and taking away 1.5 * 2^52 leaves the nearest
// whole number.
[[gnu::always_inline]] inline double rounded_cosine(double cosine, double units) {
  constexpr double shift = 0x1.8p52;
  return (cosine * units + shift) - shift;
}

}  // namespace subintent::internal
