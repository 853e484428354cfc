#include "similarity/coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/fit.h"
#include "base/warning.h"
#include "simhash/near_duplicates.h"
#include "subintent/program.h"

namespace subintent::internal {

void warn_of_coverage(const Coverage& coverage, Warnings& warnings) {
  const Fit fit{display_name(coverage.file),           "relevant documents", coverage.what,
                "their similarity to all others is 0", coverage.represented, coverage.relevant};
  if (fit.is_none()) {
    throw Error(Location{fit.file, 0}, no_fit(fit),
                fmt::format("give the {}s of the judged collection", coverage.what));
  }
  if (const auto incomplete = incomplete_fit(fit)) {
    warnings.push_back(make_warning("documents-without-representation", *incomplete));
  }
}

void warn_of_coverage(const std::unordered_set<std::string_view>& relevant,
                      const DocumentSimilarity& documents, const std::string& name,
                      Warnings& warnings) {
  const auto represented = std::ranges::count_if(relevant, [&](std::string_view docno) {
    return documents.find(docno) != DocumentSimilarity::missing;
  });
  warn_of_coverage({relevant.size(), static_cast<std::size_t>(represented),
                    documents.fingerprints() ? "fingerprint" : "vector", name},
                   warnings);
}

void note_near_duplicates(const DocumentSimilarity& relevant, Warnings& notes) {
  constexpr std::size_t enough = 100;  // documents; whoever has fewer knows them
  const FingerprintRows* const rows = relevant.fingerprints();
  if (rows == nullptr || rows->size() < enough) return;
  const int within = 3 * static_cast<int>(rows->words);
  const auto count = std::ranges::count(has_partners(first_connected(*rows, within)), true);
  if (count == 0) return;
  notes.push_back(make_warning(
      "near-duplicates",
      fmt::format("{} of {} relevant documents are near-duplicates of others (fingerprints at most "
                  "{} bits apart)",
                  count, rows->size(), within),
      "subintent evaluate `duplicates` counts each group once"));
}

}  // namespace subintent::internal
