#include "core/base/warning.h"

#include "subintent/program.h"

namespace subintent::internal {

Warning make_warning(WarningCode code, Location location, std::string text, std::string advice) {
  return {std::string(code.name), std::move(location), std::move(text), std::move(advice)};
}

Warning make_warning(WarningCode code, std::string text, std::string advice) {
  return make_warning(code, Location{}, std::move(text), std::move(advice));
}

void add_new(const Warnings& more, Warnings& warnings) {
  for (const Warning& warning : more)
    if (std::ranges::count(warnings, warning) == 0) warnings.push_back(warning);
}

}  // namespace subintent::internal

namespace subintent {

std::string remark_text(const Warning& warning) {
  Warning shown = warning;
  shown.advice = with_options(warning.advice);
  return shown.what();
}

}  // namespace subintent
