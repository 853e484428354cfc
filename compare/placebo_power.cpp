#include "compare/placebo_power.h"

#include <algorithm>
#include <numeric>

namespace subintent::internal {
namespace {

double share_above(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

}  // namespace

double PlaceboPower::power() const {
  return share_above(significant, pairs);
}

double PlaceboPower::mean() const {
  return share_above(std::accumulate(placebos.begin(), placebos.end(), std::uint64_t{0}),
                     pairs * placebos.size());
}

double PlaceboPower::lowest() const {
  return share_above(std::ranges::min(placebos), pairs);
}

double PlaceboPower::highest() const {
  return share_above(std::ranges::max(placebos), pairs);
}

std::uint64_t PlaceboPower::as_high() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(placebos, [&](std::uint64_t one) { return one >= significant; }));
}

double PlaceboPower::p() const {
  return share_above(as_high() + 1, placebos.size() + 1);
}

}  // namespace subintent::internal
