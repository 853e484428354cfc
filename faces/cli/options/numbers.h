// Options whose values are numbers, or lists of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "render/score_set.h"

namespace subintent::internal {

// The numbers of "0.2,0.3" or of FIRST:LAST:STEP, ascending. `name` is that of the
// argument ("pool_depths"). Throws Error::argument, as parse_number_list() does.
std::vector<double> ascending_numbers(const std::string& name, const std::string& text, double low,
                                      double high);

// The same of whole numbers.
std::vector<std::uint32_t> ascending_whole_numbers(const std::string& name, const std::string& text,
                                                   std::uint32_t low, std::uint32_t high);

// The same of depths: whole numbers from 1 to a million.
std::vector<std::uint32_t> ascending_depths(const std::string& name, const std::string& text);

// --digits: "full", or the number of decimals. Throws Error::usage.
NumberFormat number_format(const std::optional<std::string>& digits, int default_digits);

}  // namespace subintent::internal
