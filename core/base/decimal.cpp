#include "core/base/decimal.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>

namespace subintent::internal {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::array<std::uint64_t, 10> powers_of_ten = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};

// The nearest whole number to value * factor, exactly, ties to even. 0 <= value < 2^30, and factor
// < 2^30.
std::uint64_t rounded_product(double value, std::uint64_t factor) {
  int exponent = 0;
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  const Wide product = Wide{mantissa} * factor;  // times 2^-shift
  const int shift = 53 - exponent;               // at least 23
  if (shift > 100) return 0;                     // the product is below 2^83
  const auto whole = static_cast<std::uint64_t>(product >> shift);
  const Wide rest = product - (Wide{whole} << shift), half = Wide{1} << (shift - 1);
  return whole + (rest > half || (rest == half && whole % 2 == 1) ? 1 : 0);
}

}  // namespace

void append_decimal(std::string& text, double value, int decimals) {
  const bool is_easy = decimals >= 0 && decimals < static_cast<int>(powers_of_ten.size()) &&
                       std::abs(value) < 0x1p30;
  if (!is_easy) {
    fmt::format_to(std::back_inserter(text), "{:.{}f}", value, decimals);
    return;
  }
  std::uint64_t rest =
      rounded_product(std::abs(value), powers_of_ten[static_cast<std::size_t>(decimals)]);
  std::array<char, 32> digits{};
  char* first = digits.data() + digits.size();
  for (int i = 0; i < decimals; ++i, rest /= 10) *--first = static_cast<char>('0' + rest % 10);
  if (decimals > 0) *--first = '.';
  do {
    *--first = static_cast<char>('0' + rest % 10);
  } while ((rest /= 10) > 0);
  if (std::signbit(value)) *--first = '-';
  text.append(first, digits.data() + digits.size());
}

}  // namespace subintent::internal
