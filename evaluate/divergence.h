// How far one distribution over groups is from another: 0 to 1, the shares of each add up to 1.
// Both have as many groups, two or more.
#pragma once

#include <span>

namespace subintent::internal {

using Distribution = std::span<const double>;

// Jensen-Shannon divergence, in bits: 1 where nothing is shared. For groups without an order.
double jensen_shannon(Distribution a, Distribution b);

// Normalised match distance: the mean difference of the cumulative shares, over all groups but the
// last [Sakai23]. For groups with an order.
double match_distance(Distribution a, Distribution b);

// Root normalised order-aware divergence: squared differences weighted by how far their groups are
// from those with a share of the target [Sakai23]. For groups with an order.
double order_aware_divergence(Distribution achieved, Distribution target);

}  // namespace subintent::internal
