#include "core/base/known_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "subintent/program.h"

namespace subintent::internal {

std::string advice_on(std::string_view wanted, const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const auto nearest = nearest_name(wanted, names);
  if (nearest) return fmt::format("did you mean {}?", *nearest);
  return names.empty() ? "" : fmt::format("use one of {}", fmt::join(names, ", "));
}

}  // namespace subintent::internal
