// Lists of numbers in arguments.
#pragma once

#include <string>
#include <vector>

namespace subintent::internal {

// The numbers of "0.2,0.3" or of the range FIRST:LAST:STEP, as "0:0.7:0.05", which has up to 1001
// of them. Throws Error::argument, of this name, for anything else, a number that is not from
// `low` to `high`, and one that is there twice.
std::vector<double> parse_number_list(const std::string& name, const std::string& text, double low,
                                      double high);

}  // namespace subintent::internal
