#include "similarity/similarity.h"

#include <cmath>
#include <map>
#include <set>

#include "core/base/docno.h"
#include "engine/inside.h"
#include "subintent/basics.h"
#include "subintent/program.h"
#include "subintent/similarity.h"

namespace subintent {

void internal::check_docnos(const std::vector<std::string>& docnos, std::size_t rows) {
  if (docnos.size() != rows) {
    throw Error::argument("docnos", "docnos: " + std::to_string(docnos.size()) + " for " +
                                        std::to_string(rows) + " documents");
  }
  std::set<std::string_view> seen;
  for (const std::string& docno : docnos) {
    if (const auto defect = docno_defect(docno)) {
      throw Error::argument("docnos", "docnos: '" + printable(docno) + "' " + *defect);
    }
    if (!seen.insert(docno).second) {
      throw Error::argument("docnos", "docnos: " + printable(docno) + " is listed twice");
    }
  }
}

internal::FingerprintRows internal::fingerprint_rows(const std::vector<std::string>& docnos,
                                                     const std::vector<std::uint64_t>& words,
                                                     int bits) {
  const std::size_t words_each = words_of_bits(bits);
  if (words.size() % words_each != 0) {
    throw Error::argument("values", "values: " + std::to_string(words.size()) +
                                        " words are not fingerprints of " + std::to_string(bits) +
                                        " bits");
  }
  check_docnos(docnos, words.size() / words_each);
  return {words, words_each};
}

namespace {

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

template <typename Value>
internal::DocumentSimilarity similarity_of(const std::vector<std::string>& docnos,
                                           const DenseRows<Value>& rows) {
  internal::check_docnos(docnos, rows.rows);
  if (rows.dimensions == 0) throw Error::argument("dimensions", "dimensions: 0");
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const Value* const row = rows.values.get() + static_cast<std::ptrdiff_t>(i) * rows.stride;
    for (std::size_t k = 0; k < rows.dimensions; ++k) check_finite(row[k], docnos[i]);
  }
  return internal::DocumentSimilarity::from_dense(docnos, internal::DenseMatrix(rows));
}

}  // namespace

Similarity::Similarity(internal::DocumentSimilarity documents)
    : documents_(std::make_shared<const internal::DocumentSimilarity>(std::move(documents))) {}

Similarity Similarity::fingerprints(const std::vector<std::string>& docnos,
                                    const std::vector<std::uint64_t>& words,
                                    FingerprintSimilarity kind, int bits) {
  return Similarity(internal::DocumentSimilarity::from_fingerprints(
      {docnos, internal::fingerprint_rows(docnos, words, bits)}, kind));
}

Similarity Similarity::sparse(const std::vector<std::string>& docnos,
                              const std::vector<SparseVector>& vectors) {
  internal::check_docnos(docnos, vectors.size());
  std::vector<internal::DocumentVector> rows;
  for (std::size_t i = 0; i < docnos.size(); ++i) rows.push_back(vector_of(docnos[i], vectors[i]));
  return Similarity(internal::DocumentSimilarity::from_vectors(rows));
}

Similarity Similarity::sparse(const std::vector<std::string>& docnos, const SparseRows& rows) {
  internal::check_docnos(docnos, rows.indptr.empty() ? 0 : rows.indptr.size() - 1);
  return Similarity(internal::DocumentSimilarity::from_sparse(docnos, rows));
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
  if (dimensions == 0 || values.size() % dimensions != 0) {
    throw Error::argument("dimensions", "dimensions: " + std::to_string(values.size()) +
                                            " values are not rows of " +
                                            std::to_string(dimensions));
  }
  return dense(docnos, internal::rows_of(std::move(values), dimensions));
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
  if (const auto* const rows = documents_->fingerprints()) {
    return Fingerprints{rows->values, documents_->fingerprint_kind(), rows->bits()};
  }
  if (const internal::DenseMatrix* const dense = documents_->dense_rows()) {
    return std::visit([](const auto& rows) -> Rows { return rows; }, dense->rows());
  }
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

}  // namespace subintent
