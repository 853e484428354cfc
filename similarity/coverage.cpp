#include "similarity/coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/fit.h"
#include "core/base/warning.h"
#include "similarity/simhash/near_duplicates.h"
#include "subintent/program.h"

namespace subintent::internal {

std::string representation_name(const DocumentSimilarity& documents) {
  return documents.fingerprints() != nullptr ? "fingerprint" : "vector";
}

bool is_zero(const DocumentSimilarity& documents, std::uint32_t document) {
  return document != DocumentSimilarity::missing && documents.similarity(document, document) == 0;
}

bool has_zeros(const DocumentSimilarity& documents) {
  for (std::uint32_t document = 0; document < documents.size(); ++document) {
    if (is_zero(documents, document)) return true;
  }
  return false;
}

void warn_of_coverage(const std::unordered_set<std::string_view>& relevant,
                      const DocumentSimilarity& documents, const std::string& name,
                      Warnings& warnings) {
  std::uint64_t represented = 0, zeros = 0;
  for (const std::string_view docno : relevant) {
    const std::uint32_t document = documents.find(docno);
    represented += document != DocumentSimilarity::missing;
    zeros += is_zero(documents, document);
  }
  Fit fit{display_name(name),
          "relevant documents",
          representation_name(documents),
          "their similarity to all others is 0",
          represented,
          relevant.size()};
  if (fit.is_none()) {
    throw Error(Location{fit.file, 0}, no_fit(fit),
                fmt::format("give the {}s of the judged collection", fit.lacked));
  }
  if (zeros > 0) fit.lacked += ", or one of zeros";
  fit.known -= zeros;
  if (const auto incomplete = incomplete_fit(fit)) {
    warnings.push_back(make_warning("documents-without-representation", *incomplete));
  }
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
