// Messages about a name that does not exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace subintent::internal {

// The nearest of the names that there are, as advice; all of them where none is near.
std::string advice_on(std::string_view wanted, const std::vector<std::string>& known);

}  // namespace subintent::internal
