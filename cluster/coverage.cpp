#include "cluster/coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/error.h"
#include "support/raw_file.h"

namespace subintent::internal {

std::optional<std::string> coverage_warning(const Coverage& coverage) {
  const auto& [relevant, represented, what, file] = coverage;
  if (represented == relevant) return std::nullopt;
  if (represented == 0) {
    throw Error(
        Location{display_name(file), 0},
        fmt::format("has no {} of any relevant document, of which there are {}", what, relevant),
        fmt::format("give the {}s of the judged collection", what));
  }
  const std::size_t missing = relevant - represented;
  std::string text =
      fmt::format("{} of {} relevant documents have no {}: similarity 0 to all others", missing,
                  relevant, what);
  if (2 * missing > relevant) {
    text += fmt::format("; check that {} is of the judged collection, and complete",
                        display_name(file));
  }
  return text;
}

std::optional<std::string> coverage_warning(const std::unordered_set<std::string_view>& relevant,
                                            const DocumentSimilarity& documents,
                                            const std::string& name) {
  const auto represented = std::ranges::count_if(relevant, [&](std::string_view docno) {
    return documents.find(docno) != DocumentSimilarity::missing;
  });
  return coverage_warning({relevant.size(), static_cast<std::size_t>(represented),
                           documents.fingerprints() ? "fingerprint" : "vector", name});
}

}  // namespace subintent::internal
