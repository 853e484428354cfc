// The gain of a grade, the user of ERR, and how far distributions over groups are from each other.
#pragma once

#include <cmath>

#include "subintent/basics.h"

namespace subintent::internal {

// part / whole, or 0 where the whole is empty.
inline double ratio(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

// The user of ERR, who stops at a document of grade g with chance (2^g - 1) / 2^G.
class StoppingUser {
 public:
  explicit StoppingUser(std::int32_t max_grade) : scale_(std::ldexp(1, -max_grade)) {}

  // The chance to read on to the next document, and to stop there.
  double stops_at(std::int32_t grade) {
    const double stops = (std::ldexp(1, grade) - 1) * scale_;
    const double chance = still_reading_ * stops;
    still_reading_ *= 1 - stops;
    return chance;
  }

 private:
  double scale_;
  double still_reading_ = 1;
};

// Gains of grades; grades of at most 0 gain nothing.
class Gain {
 public:
  using Table = std::map<std::int32_t, double>;

  static const Gain linear;       // the grade
  static const Gain exponential;  // 2^grade - 1
  static const Gain unspecified;  // the grade, unless the evaluation has a table
  // The gain in the table, or the grade if it has none. The table must outlive the gain.
  explicit constexpr Gain(const Table* table) : kind_(Kind::table), table_(table) {}

  // Whether a table may give this gain to this grade: grades of 1 to 1000 gain above 0, at most
  // 1e9.
  static bool is_possible(std::int64_t grade, double gain) {
    return grade >= 1 && grade <= 1000 && gain > 0 && gain <= 1e9;
  }

  double of(std::int32_t grade) const;
  bool operator==(const Gain&) const = default;

 private:
  enum class Kind { linear, exponential, unspecified, table };
  explicit constexpr Gain(Kind kind) : kind_(kind) {}

  Kind kind_;
  const Table* table_ = nullptr;
};
inline constexpr Gain Gain::linear{Gain::Kind::linear};
inline constexpr Gain Gain::exponential{Gain::Kind::exponential};
inline constexpr Gain Gain::unspecified{Gain::Kind::unspecified};

// How far one distribution over groups is from another: 0 to 1, the shares of each add up to 1.
// Both have as many groups, two or more.

using GroupDistribution = std::span<const double>;

// Jensen-Shannon divergence, in bits: 1 where nothing is shared. For groups without an order.
double jensen_shannon(GroupDistribution a, GroupDistribution b);

// Normalised match distance: the mean difference of the cumulative shares, over all groups but the
// last [Sakai23]. For groups with an order.
double match_distance(GroupDistribution a, GroupDistribution b);

// Root normalised order-aware divergence: squared differences weighted by how far their groups are
// from those with a share of the target [Sakai23]. For groups with an order.
double order_aware_divergence(GroupDistribution achieved, GroupDistribution target);

}  // namespace subintent::internal
