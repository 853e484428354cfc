#pragma once

namespace subintent::internal {

// part / whole, or 0 where the whole is empty.
inline double ratio(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

}  // namespace subintent::internal
