#pragma once

#include <limits>

namespace subintent::internal {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tie = 1e-9;  // values that differ by less are equal

}  // namespace subintent::internal
