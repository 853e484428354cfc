#include "core/base/fit.h"

#include <fmt/format.h>

namespace subintent::internal {

std::optional<std::string> incomplete_fit(const Fit& fit) {
  if (fit.known == fit.all) return std::nullopt;
  std::string text = fmt::format("{} of {} {} have no {}: {}", fit.all - fit.known, fit.all,
                                 fit.documents, fit.lacked, fit.effect);
  if (fit.is_few()) {
    text += fmt::format("; check that {} is complete and of the judged collection", fit.file);
  }
  return text;
}

std::string no_fit(const Fit& fit) {
  return fmt::format("has no {} for any of the {} {}", fit.lacked, fit.all, fit.documents);
}

}  // namespace subintent::internal
