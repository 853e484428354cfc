#include "evaluate/gain.h"

#include <cmath>

namespace subintent::internal {

double Gain::of(std::int32_t grade) const {
  if (grade <= 0) return 0;
  if (kind_ == Kind::exponential) return std::ldexp(1, grade) - 1;
  if (kind_ == Kind::table) {
    const auto at = table_->find(grade);
    if (at != table_->end()) return at->second;
  }
  return grade;
}

}  // namespace subintent::internal
