// The gain of a grade.
#pragma once

#include <cstdint>
#include <map>

namespace subintent::internal {

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

}  // namespace subintent::internal
