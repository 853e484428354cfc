// The sign test: wins and losses are as likely as the sides of a fair coin.
#pragma once

#include <cstdint>

namespace subintent::internal {

// The two-sided p-value; 1 if there are neither wins nor losses.
double sign_test(std::uint64_t wins, std::uint64_t losses);

}  // namespace subintent::internal
