#include <fmt/format.h>

#include <cmath>

#include "compare/analyses/analysis.h"
#include "core/base/strings.h"
#include "core/base/warning.h"
#include "engine/values.h"
#include "similarity/simhash/fingerprints.h"
#include "similarity/simhash/near_duplicates.h"
#include "similarity/similarity.h"
#include "similarity/tfidf/tfidf.h"
#include "subintent/program.h"
#include "tokenize/statistics/statistics.h"
#include "tokenize/statistics/statistics_merge.h"
#include "tokenize/terms/term_hash.h"

namespace subintent {

namespace {

// Names of documents in memory, one for each of `rows`. Throws Error (argument "docnos") for
// another number, names that no file could hold, and one that is there twice.
void check_docnos(const std::vector<std::string>& docnos, std::size_t rows) {
  refuse_if(
      docnos.size() != rows, "docnos",
      "docnos: " + std::to_string(docnos.size()) + " for " + std::to_string(rows) + " documents");
  std::set<std::string_view> seen;
  for (const std::string& docno : docnos) {
    if (const auto defect = internal::docno_defect(docno))
      throw Error::argument("docnos", "docnos: '" + printable(docno) + "' " + *defect);
    if (!seen.insert(docno).second)
      throw Error::argument("docnos", "docnos: " + printable(docno) + " is listed twice");
  }
}

internal::FingerprintRows fingerprint_rows(const std::vector<std::string>& docnos,
                                           const std::vector<std::uint64_t>& words, int bits) {
  const std::size_t words_each = internal::words_of_bits(bits);
  refuse_if(words.size() % words_each != 0, "values",
            "values: " + std::to_string(words.size()) + " words are not fingerprints of " +
                std::to_string(bits) + " bits");
  check_docnos(docnos, words.size() / words_each);
  return {words, words_each};
}

void check_finite(double value, const std::string& docno) {
  if (std::isfinite(value)) return;
  throw Error::argument("values", "values: one of " + printable(docno) + " is not a finite number");
}

// The weights of a term that is there twice are added up.
internal::DocumentVector vector_of(const std::string& docno,
                                   const Similarity::SparseVector& terms) {
  std::map<std::string_view, double> weights;
  for (const auto& [term, weight] : terms) {
    check_finite(weight, docno);
    check_finite(weights[term] += weight, docno);
  }
  internal::DocumentVector vector{docno, {}};
  for (const auto& [term, weight] : weights) vector.terms.push_back({std::string(term), weight});
  return vector;
}

// A copy with exact ones and the same number for both orders of a pair.
internal::DocumentSimilarity::Square square_of(const std::vector<std::string>& docnos,
                                               const DenseRows<double>& rows) {
  constexpr double rounding = 1e-6;  // of floats
  const auto refuse = [](const std::string& defect, const std::string& advice) {
    throw Error::argument("values", "values: " + defect, advice);
  };
  if (rows.rows != rows.dimensions)
    refuse(fmt::format("{} x {}, not documents x documents", rows.rows, rows.dimensions), "");
  const internal::DocumentSimilarity::Square given{rows};
  std::vector<double> values(rows.rows * rows.rows);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double value = given.at(i, j);
      check_finite(value, docnos[i]);
      if (std::abs(value - given.at(j, i)) > rounding)
        refuse(fmt::format("{} of {} and {}, {} the other way round", value, printable(docnos[i]),
                           printable(docnos[j]), given.at(j, i)),
               "give the mean of the matrix and its transpose");
      if (std::abs(value) > 1 + rounding || (i == j && value < 1 - rounding))
        refuse(fmt::format("{} of {} and {}", value, printable(docnos[i]), printable(docnos[j])),
               "similarities are from -1 to 1, and 1 on the diagonal");
      values[i * rows.rows + j] = values[j * rows.rows + i] =
          i == j ? 1 : std::clamp(value, -1.0, 1.0);
    }
  }
  return {internal::rows_of(std::move(values), rows.rows)};
}

template <typename Value>
internal::DocumentSimilarity similarity_of(const std::vector<std::string>& docnos,
                                           const DenseRows<Value>& rows) {
  check_docnos(docnos, rows.rows);
  refuse_if(rows.dimensions == 0, "dimensions", "dimensions: 0");
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const Value* const row = rows.values.get() + static_cast<std::ptrdiff_t>(i) * rows.stride;
    for (std::size_t k = 0; k < rows.dimensions; ++k) check_finite(row[k], docnos[i]);
  }
  internal::DenseMatrix matrix(rows);
  if (matrix.is_symmetric())
    throw Error::argument("values", "values: " + std::string(internal::no_vectors),
                          "give the vectors that they are made from, or the matrix to matrix()");
  return internal::DocumentSimilarity::of(docnos, std::move(matrix));
}

std::vector<internal::TermCount> simhash_counts(const std::vector<Term>& terms) {
  std::vector<internal::TermCount> counts;
  counts.reserve(terms.size());
  std::uint64_t left = UINT64_MAX;
  for (const Term& term : terms) {
    if (term.count == 0) continue;
    if (term.count > left) throw Error::argument("terms", "terms: their counts are too large");
    left -= term.count;
    counts.push_back({term.term, internal::term_hash(term.term), term.count});
  }
  return counts;
}

// Sorted by term, each once.
std::map<std::string_view, double> tfidf_counts(const std::vector<Term>& document) {
  std::map<std::string_view, double> counts;
  for (const Term& term : document)
    if (term.count > 0) counts[term.term] += static_cast<double>(term.count);
  return counts;
}

}  // namespace

Similarity::Similarity(internal::DocumentSimilarity documents)
    : documents_(std::make_shared<const internal::DocumentSimilarity>(std::move(documents))) {}

Similarity Similarity::fingerprints(const std::vector<std::string>& docnos,
                                    const std::vector<std::uint64_t>& words,
                                    FingerprintSimilarity kind, int bits) {
  return Similarity(internal::DocumentSimilarity::from_fingerprints(
      {docnos, fingerprint_rows(docnos, words, bits)}, kind));
}

Similarity Similarity::sparse(const std::vector<std::string>& docnos,
                              const std::vector<SparseVector>& vectors) {
  check_docnos(docnos, vectors.size());
  std::vector<internal::DocumentVector> rows;
  for (std::size_t i = 0; i < docnos.size(); ++i) rows.push_back(vector_of(docnos[i], vectors[i]));
  return Similarity(internal::DocumentSimilarity::from_vectors(rows));
}

Similarity Similarity::sparse(const std::vector<std::string>& docnos, const SparseRows& rows) {
  check_docnos(docnos, rows.indptr.empty() ? 0 : rows.indptr.size() - 1);
  return Similarity(
      internal::DocumentSimilarity::of(docnos, internal::sparse_vectors(docnos, rows)));
}

Similarity Similarity::dense(const std::vector<std::string>& docnos, const DenseRows<float>& rows) {
  return Similarity(similarity_of(docnos, rows));
}

Similarity Similarity::dense(const std::vector<std::string>& docnos,
                             const DenseRows<double>& rows) {
  return Similarity(similarity_of(docnos, rows));
}

Similarity Similarity::dense(const std::vector<std::string>& docnos, std::vector<double> values,
                             std::size_t dimensions) {
  refuse_if(dimensions == 0 || values.size() % dimensions != 0, "dimensions",
            "dimensions: " + std::to_string(values.size()) + " values are not rows of " +
                std::to_string(dimensions));
  return dense(docnos, internal::rows_of(std::move(values), dimensions));
}

Similarity Similarity::matrix(const std::vector<std::string>& docnos,
                              const DenseRows<double>& values) {
  check_docnos(docnos, values.rows);
  return Similarity(internal::DocumentSimilarity::of(docnos, square_of(docnos, values)));
}

Similarity Similarity::read_fingerprints(const Source& source, FingerprintSimilarity kind,
                                         const Wanted& wanted) {
  return Similarity(internal::DocumentSimilarity::from_fingerprints(source, kind, wanted));
}

Similarity Similarity::read_vectors(const std::vector<Source>& sources, const Wanted& wanted) {
  return Similarity(internal::DocumentSimilarity::from_vectors(sources, wanted));
}

Similarity Similarity::read_dense(const Source& npy, const Source& docnos, const Wanted& wanted) {
  return Similarity(internal::DocumentSimilarity::from_dense(npy, docnos, wanted));
}

void check(const SimilarityFiles& files) {
  internal::require_one_kind(files);
}

Similarity Similarity::read(const SimilarityFiles& files, const Wanted& wanted) {
  return Similarity(internal::read_similarity(files, wanted));
}

Similarity::Rows Similarity::rows() const {
  if (const auto* const rows = documents_->fingerprints())
    return Fingerprints{rows->values, documents_->fingerprint_kind(), rows->bits()};
  if (const internal::DenseMatrix* const dense = documents_->dense_rows())
    return std::visit([](const auto& rows) -> Rows { return rows; }, dense->rows());
  if (const auto* const square = documents_->square()) return Matrix{square->rows};
  const internal::SparseVectors& vectors = *documents_->sparse_rows();
  return SparseRows{{vectors.starts.begin(), vectors.starts.end()},
                    {vectors.terms.begin(), vectors.terms.end()},
                    vectors.weights,
                    vectors.vocabulary};
}

std::vector<std::string> Similarity::docnos() const {
  return documents_->docnos();
}

std::size_t Similarity::size() const {
  return documents_->size();
}

bool Similarity::contains(std::string_view docno) const {
  return documents_->find(docno) != internal::DocumentSimilarity::missing;
}

double Similarity::operator()(std::string_view a, std::string_view b) const {
  return documents_->similarity(a, b);
}

std::optional<std::uint64_t> simhash(const std::vector<Term>& terms) {
  const auto fingerprint = simhash(terms, 64);
  if (!fingerprint) return std::nullopt;
  return fingerprint->front();
}

std::optional<std::vector<std::uint64_t>> simhash(const std::vector<Term>& terms, int bits) {
  auto fingerprint = internal::simhash(simhash_counts(terms), internal::words_of_bits(bits));
  if (fingerprint.empty()) return std::nullopt;
  return fingerprint;
}

int fingerprint_bits(std::int64_t bits) {
  return static_cast<int>(64 * internal::words_of_bits(bits));
}

std::uint64_t fingerprint_vectors(const std::vector<Source>& vectors, int bits,
                                  const TextWriter& write, const ProgressCallback& progress) {
  return internal::fingerprint_vectors(vectors, internal::words_of_bits(bits), write, progress);
}

const AnalysisRecord& near_duplicates_record() {
  using enum OptionKind;
  static const AnalysisRecord record = {
      "near-duplicates",
      "simhash",
      "which documents have nearly the same fingerprint",
      "Manku, Jain and Das Sarma 2007",
      AnalysisNeed::scores,
      {internal::record_option(
           "within", whole, "H",
           "list all pairs of documents whose fingerprints differ in at most H bits: up to 3 of "
           "64, 7 of 128 or 15 of 256",
           "3", {0, max_near_duplicate_distance(256)}),
       internal::flag_option("groups",
                             "with `within`: list groups of documents connected by pairs, instead "
                             "of the pairs")},
      {{"pairs",
        "a row per pair of documents",
        {{"first", CellKind::text, "docno"},
         {"second", CellKind::text, "docno"},
         {"distance", CellKind::whole, "bits in which their fingerprints differ"}}},
       {"groups",
        "a row per document that pairs connect with others",
        {{"group", CellKind::text, "its first docno"},
         {"docno", CellKind::text, "of the document"}}}}};
  return record;
}

Fingerprints::Fingerprints(internal::FingerprintTable table)
    : table_(std::make_shared<const internal::FingerprintTable>(std::move(table))) {}

Fingerprints Fingerprints::read(const std::vector<Source>& sources) {
  return Fingerprints(internal::FingerprintTable(sources));
}

Fingerprints Fingerprints::of(const std::vector<std::string>& docnos,
                              const std::vector<std::uint64_t>& words, int bits) {
  auto rows = fingerprint_rows(docnos, words, bits);
  return Fingerprints(internal::FingerprintTable(docnos, std::move(rows)));
}

std::size_t Fingerprints::size() const {
  return table_->size();
}

std::uint64_t near_duplicates(const Fingerprints& fingerprints, int within,
                              const NearDuplicateCallback& use, const ProgressCallback& progress) {
  refuse_if(within < 0, "within", "within: is below 0");
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
  refuse_if(within < 0, "within", "within: is below 0");
  const internal::FingerprintTable& table = internal::Inside::of(fingerprints);
  std::vector<std::vector<std::string>> found;
  for (const auto& group : internal::near_duplicate_groups(table.rows(), within, progress)) {
    auto& docnos = found.emplace_back();
    for (const std::uint32_t document : group) docnos.emplace_back(table.docno(document));
  }
  return found;
}

TermsByDocument terms_of_titles(const Judgments& judgments, const Source& titles) {
  TermsByDocument terms;
  internal::VectorReader reader(titles);
  internal::DocumentVector title;
  while (reader.next(title)) {
    for (const std::string& docno : judgments.relevant(title.docno)) {
      auto& of_document = terms[docno];
      for (const internal::TermWeight& term : title.terms) of_document.insert(term.term);
    }
  }
  if (terms.empty()) {
    throw Error(Location{titles.name(), 0}, "has no title of a topic with relevant documents",
                "give titles under the names that topics have in the judgments");
  }
  return terms;
}

struct Statistics::Data {
  internal::CollectionStatistics statistics;
  std::string name = "the statistics";  // for messages

  static const internal::CollectionStatistics& of(const std::unique_ptr<Data>& data) {
    static const internal::CollectionStatistics none;
    return data ? data->statistics : none;
  }
};

Statistics::Statistics() noexcept = default;
Statistics::~Statistics() = default;
Statistics::Statistics(Statistics&& other) noexcept = default;

Statistics& Statistics::operator=(Statistics&& other) noexcept {
  data_.swap(other.data_);
  return *this;
}

Statistics Statistics::read(const Source& source) {
  Statistics statistics;
  statistics.data_ = std::make_unique<Data>();
  statistics.data_->statistics = internal::read_statistics(source);
  statistics.data_->name = source.name();
  return statistics;
}

void Statistics::add(const std::vector<Term>& document) {
  if (!data_) data_ = std::make_unique<Data>();
  ++data_->statistics.documents;
  for (const auto& [term, count] : tfidf_counts(document))
    ++data_->statistics.document_frequency[std::string(term)];
}

std::uint64_t Statistics::documents() const {
  return Data::of(data_).documents;
}

std::uint64_t Statistics::frequency(std::string_view term) const {
  return Data::of(data_).frequency_of(term).value_or(0);
}

std::vector<std::pair<std::string, double>> Statistics::weigh(
    const std::vector<Term>& document) const {
  internal::DocumentVector vector;
  for (const auto& [term, count] : tfidf_counts(document))
    vector.terms.push_back({std::string(term), count});
  std::vector<std::string> unknown;
  if (!internal::TermWeigher(Data::of(data_)).weigh(vector, unknown))
    throw Error("a weight is too large for a number");
  return mapped(vector.terms, [](internal::TermWeight& term) {
    return std::pair<std::string, double>(std::move(term.term), term.weight);
  });
}

void Statistics::weigh_vectors(const std::vector<Source>& vectors, const TextWriter& write,
                               const ProgressCallback& progress, Warnings* warnings,
                               const TermsByDocument& without) const {
  const std::size_t unknown =
      internal::weigh_vectors(vectors, Data::of(data_), write, without, progress);
  if (unknown == 0 || warnings == nullptr) return;
  const std::string terms = unknown == 1 ? "1 term is" : fmt::format("{} terms are", unknown);
  internal::add_warning(
      *warnings, "unknown-terms",
      fmt::format("{} not in {}: treated as occurring in one document", terms, data_->name));
}

void add_statistics(const std::vector<Source>& statistics, const TextWriter& write,
                    const std::string& temporary_folder) {
  internal::merge_statistics(statistics, write, temporary_folder);
}

}  // namespace subintent
