#include "subintent/similarity.h"

#include <utility>

#include "engine/inside.h"
#include "engine/record_options.h"
#include "similarity/simhash/fingerprints.h"
#include "similarity/simhash/near_duplicates.h"
#include "subintent/analysis.h"
#include "subintent/basics.h"

namespace subintent {

const AnalysisRecord& near_duplicates_record() {
  using enum OptionKind;
  static const AnalysisRecord made = [] {
    AnalysisRecord record;
    record.name = "near-duplicates";
    record.command = "simhash";
    record.summary = "which documents have nearly the same fingerprint";
    record.source = "Manku, Jain and Das Sarma 2007";
    record.options = {
        internal::number_option(
            internal::record_option(
                "within", whole, "H",
                "list all pairs of documents whose fingerprints differ in at most H bits: up to 3 "
                "of 64, 7 of 128 or 15 of 256",
                "3"),
            0, max_near_duplicate_distance(256)),
        internal::record_option("groups", flag, "",
                                "with `within`: list groups of documents connected by pairs, "
                                "instead of the pairs")};
    record.tables = {{"pairs",
                      "a row per pair of documents",
                      {{"first", CellKind::text, "docno"},
                       {"second", CellKind::text, "docno"},
                       {"distance", CellKind::whole, "bits in which their fingerprints differ"}}},
                     {"groups",
                      "a row per document that pairs connect with others",
                      {{"group", CellKind::text, "its first docno"},
                       {"docno", CellKind::text, "of the document"}}}};
    return record;
  }();
  return made;
}

namespace {

void check_within(int within) {
  if (within < 0) throw Error::argument("within", "within: is below 0");
}

}  // namespace

Fingerprints::Fingerprints(internal::FingerprintTable table)
    : table_(std::make_shared<const internal::FingerprintTable>(std::move(table))) {}

Fingerprints Fingerprints::read(const std::vector<Source>& sources) {
  return Fingerprints(internal::FingerprintTable(sources));
}

Fingerprints Fingerprints::of(const std::vector<std::string>& docnos,
                              const std::vector<std::uint64_t>& words, int bits) {
  auto rows = internal::fingerprint_rows(docnos, words, bits);
  return Fingerprints(internal::FingerprintTable(docnos, std::move(rows)));
}

std::size_t Fingerprints::size() const {
  return table_->size();
}

std::uint64_t near_duplicates(const Fingerprints& fingerprints, int within,
                              const NearDuplicateCallback& use, const ProgressCallback& progress) {
  check_within(within);
  const internal::FingerprintTable& table = internal::Inside::of(fingerprints);
  return internal::for_each_near_pair(
      table.rows(), within,
      [&](std::uint32_t a, std::uint32_t b, int distance) {
        use(table.docno(a), table.docno(b), distance);
      },
      progress);
}

std::vector<std::vector<std::string>> near_duplicate_groups(const Fingerprints& fingerprints,
                                                            int within,
                                                            const ProgressCallback& progress) {
  check_within(within);
  const internal::FingerprintTable& table = internal::Inside::of(fingerprints);
  std::vector<std::vector<std::string>> found;
  for (const auto& group : internal::near_duplicate_groups(table.rows(), within, progress)) {
    auto& docnos = found.emplace_back();
    for (const std::uint32_t document : group) docnos.emplace_back(table.docno(document));
  }
  return found;
}

}  // namespace subintent
