// Similarity of documents, whatever represents them: fingerprints, sparse or dense vectors, or a
// matrix of their similarities.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <variant>

#include "similarity/dense_matrix.h"
#include "similarity/dense_vectors.h"
#include "similarity/pair_matrix.h"
#include "similarity/simhash/simhash.h"
#include "similarity/sparse_cosines.h"
#include "subintent/basics.h"
#include "subintent/program.h"
#include "subintent/values.h"

namespace subintent::internal {

// Documents are numbers inside: find() gives them. A document without representation is `missing`;
// its similarity to every other is 0. All member functions may be called from several threads.
class DocumentSimilarity {
 public:
  // Says whether a docno is needed; all are if it is empty. Files may hold many more documents than
  // those.
  using Wanted = std::function<bool(std::string_view)>;

  static constexpr std::uint32_t missing = UINT32_MAX;

  // The representation of documents; vectors are those of terms.
  enum class Kind { fingerprints, vectors, dense, matrix };

  // Row i has the similarities of document i, as Similarity::matrix() takes them.
  struct Square {
    DenseRows<double> rows;
    double at(std::size_t i, std::size_t j) const {
      return rows
          .values[static_cast<std::ptrdiff_t>(i) * rows.stride + static_cast<std::ptrdiff_t>(j)];
    }
  };

  // Each reads its files (the formats of read_fingerprints, VectorReader and read_dense_vectors)
  // and throws their errors.
  static DocumentSimilarity from_fingerprints(const Source& source, FingerprintSimilarity kind,
                                              const Wanted& wanted = {});
  static DocumentSimilarity from_vectors(const std::vector<Source>& sources,
                                         const Wanted& wanted = {});
  static DocumentSimilarity from_dense(const Source& npy, const Source& docnos,
                                       const Wanted& wanted = {});

  // Makes similarities of fingerprints in memory.
  static DocumentSimilarity from_fingerprints(NamedFingerprints fingerprints,
                                              FingerprintSimilarity kind);
  static DocumentSimilarity from_vectors(const std::vector<DocumentVector>& vectors);
  static DocumentSimilarity from_dense(DenseVectors vectors);

  // Takes SparseVectors, a DenseMatrix or a Square whose rows are those of the docnos.
  template <typename Docnos, typename Rows>
  static DocumentSimilarity of(const Docnos& docnos, Rows rows) {
    DocumentSimilarity similarity;
    for (const auto& docno : docnos) similarity.add_docno(docno);
    similarity.representation_ = std::move(rows);
    return similarity;
  }

  std::size_t size() const { return index_.size(); }
  std::vector<std::string> docnos() const;  // by document number

  // The number of a document, 0 to size() - 1, or `missing`.
  std::uint32_t find(std::string_view docno) const;

  // Similarity of two documents: fingerprint_similarity for fingerprints, cosine for vectors, what
  // a matrix has of them.
  double similarity(std::uint32_t a, std::uint32_t b) const;
  double similarity(std::string_view a, std::string_view b) const {
    return similarity(find(a), find(b));
  }

  // Clustering orders pairs by this value, the largest first: minus the Hamming distance for
  // fingerprints, none of which may be missing; rounded_cosine in `cosine_units` for vectors, a
  // missing one having 0 with all others, as an empty vector has.
  PairMatrix scaled_similarities(std::span<const std::uint32_t> documents,
                                 double cosine_units) const;

  // The mean similarity of all pairs of documents, to twelve decimals; 0 for fewer than two.
  double mean_similarity(std::span<const std::uint32_t> documents) const;

  // The similarity that one of those, or the mean of several, stands for; 0 for minus infinity.
  double similarity_from_scaled(double scaled, double cosine_units) const;

  Kind kind() const { return static_cast<Kind>(representation_.index()); }

  // The fingerprints or vectors by document number; nullptr where something else represents the
  // documents.
  const FingerprintRows* fingerprints() const {
    const auto* const rows = std::get_if<Fingerprints>(&representation_);
    return rows == nullptr ? nullptr : &rows->rows;
  }
  FingerprintSimilarity fingerprint_kind() const {
    return std::get<Fingerprints>(representation_).kind;
  }
  const SparseVectors* sparse_rows() const { return std::get_if<SparseVectors>(&representation_); }
  const DenseMatrix* dense_rows() const { return std::get_if<DenseMatrix>(&representation_); }
  const Square* square() const { return std::get_if<Square>(&representation_); }

 private:
  struct Fingerprints {
    FingerprintRows rows;
    FingerprintSimilarity kind;
  };
  // Term numbers are in the order of the terms' bytes.
  class SparseBuilder;

  void add_docno(std::string_view docno);
  static double similarity(const Fingerprints& rows, std::uint32_t a, std::uint32_t b);
  static double similarity(const SparseVectors& rows, std::uint32_t a, std::uint32_t b);
  static double similarity(const DenseMatrix& rows, std::uint32_t a, std::uint32_t b);
  static double similarity(const Square& rows, std::uint32_t a, std::uint32_t b);
  static double sum_of_pairs(const Fingerprints& rows, std::span<const std::uint32_t> documents);
  static double sum_of_pairs(const SparseVectors& rows, std::span<const std::uint32_t> documents);
  static double sum_of_pairs(const DenseMatrix& rows, std::span<const std::uint32_t> documents);
  static double sum_of_pairs(const Square& rows, std::span<const std::uint32_t> documents);
  static void fill(const Fingerprints& rows, std::span<const std::uint32_t> documents, double units,
                   PairMatrix& out);
  static void fill(const SparseVectors& rows, std::span<const std::uint32_t> documents,
                   double units, PairMatrix& out);
  static void fill(const DenseMatrix& rows, std::span<const std::uint32_t> documents, double units,
                   PairMatrix& out);
  static void fill(const Square& rows, std::span<const std::uint32_t> documents, double units,
                   PairMatrix& out);

  std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>> index_;
  std::variant<Fingerprints, SparseVectors, DenseMatrix, Square> representation_;  // as in Kind
};

// Throws Error of argument "similarity" where documents are represented in more than one way, and
// for what goes with another way: docnos without a matrix, a similarity of fingerprints alone.
void require_one_kind(const SimilarityFiles& files);

// Reads what represents the documents that are wanted. Throws the errors of the readers and of
// require_one_kind(), and Error of argument "similarity" where no file is given.
DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const DocumentSimilarity::Wanted& wanted);

// Reads what represents the documents. Throws the same.
DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const std::unordered_set<std::string_view>& documents);

// The file that messages name where documents are not represented.
std::string representing_file(const SimilarityFiles& files);

inline constexpr std::string_view unlike_others = "their similarity to all others is 0";
inline constexpr std::string_view apart_from_others =
    "their similarity to all others is 0, so each becomes a subintent of its own";

// Reads what represents the relevant documents. Throws the errors of the readers and of
// warn_of_coverage(), whose warnings it appends.
DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const std::unordered_set<std::string_view>& relevant,
                                   Warnings& warnings, std::string_view effect = unlike_others);

// The name of the representation that documents are compared by: "fingerprint" or "vector".
std::string representation_name(const DocumentSimilarity& documents);

// Whether the vector of a document is all zeros: it is similar to none, not even to itself.
bool is_zero(const DocumentSimilarity& documents, std::uint32_t document);
bool has_zeros(const DocumentSimilarity& documents);

// Warns where relevant documents have no representation, or a vector of zeros. Throws Error where
// all have none: then the files are of different collections. `name` is what messages call what
// documents are compared by, `effect` what follows.
void warn_of_coverage(const std::unordered_set<std::string_view>& relevant,
                      const DocumentSimilarity& documents, const std::string& name,
                      Warnings& warnings, std::string_view effect = unlike_others);

// Notes how many of the documents are near-duplicates of others, fingerprints of them at most 3 of
// 64 bits apart. Not a defect, but each of them counts in scores. Nothing where there are none or
// fewer than 100 documents, and of vectors.
void note_near_duplicates(const DocumentSimilarity& relevant, Warnings& notes);

}  // namespace subintent::internal
