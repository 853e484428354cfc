#include "faces/cli/options/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/number_list.h"
#include "base/strings.h"

namespace subintent::internal {

std::vector<double> ascending_numbers(const std::string& name, const std::string& text, double low,
                                      double high) {
  std::vector<double> values = parse_number_list(name, text, low, high);
  std::sort(values.begin(), values.end());
  return values;
}

std::vector<std::uint32_t> ascending_whole_numbers(const std::string& name, const std::string& text,
                                                   std::uint32_t low, std::uint32_t high) {
  std::vector<std::uint32_t> numbers;
  for (const double value : ascending_numbers(name, text, low, high)) {
    if (value != std::floor(value)) {
      throw Error::argument(name,
                            fmt::format("{}: {} is not a whole number", name, shortest(value)));
    }
    numbers.push_back(static_cast<std::uint32_t>(value));
  }
  return numbers;
}

std::vector<std::uint32_t> ascending_depths(const std::string& name, const std::string& text) {
  return ascending_whole_numbers(name, text, 1, 1'000'000);
}

NumberFormat number_format(const std::optional<std::string>& digits, int default_digits) {
  if (digits == "full") return {};
  if (!digits) return {default_digits};
  const std::int64_t number = parse_integer(*digits).value_or(-1);
  if (number < 0 || number > 17) {
    throw Error::usage("--digits: '" + printable(*digits) + "' is not a number from 0 to 17",
                       "or write --digits full");
  }
  return {static_cast<int>(number)};
}

}  // namespace subintent::internal
