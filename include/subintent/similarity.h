// Similarity of documents, whatever represents them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "subintent/export.h"
#include "subintent/matrix_rows.h"
#include "subintent/simhash.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

namespace internal {
class DocumentSimilarity;
struct Inside;
}  // namespace internal

// Documents and their fingerprints, sparse vectors or dense vectors. Cheap to copy.
class Similarity {
 public:
  // Fingerprints of 64, 128 or 256 bits, in the order of docnos, each in words of 64 bits. All of
  // these throw Error for lists of different lengths and a docno given twice.
  static Similarity fingerprints(const std::vector<std::string>& docnos,
                                 const std::vector<std::uint64_t>& words,
                                 FingerprintSimilarity kind = FingerprintSimilarity::cosine,
                                 int bits = 64);

  // vectors[i] holds the terms of docnos[i] with their weights (finite), in any order; those of
  // a term that is there twice are added up.
  using SparseVector = std::vector<std::pair<std::string, double>>;
  static Similarity sparse(const std::vector<std::string>& docnos,
                           const std::vector<SparseVector>& vectors);

  // Row i is the vector of docnos[i]: finite numbers.
  static Similarity sparse(const std::vector<std::string>& docnos, const SparseRows& rows);
  static Similarity dense(const std::vector<std::string>& docnos, const DenseRows<float>& rows);
  static Similarity dense(const std::vector<std::string>& docnos, const DenseRows<double>& rows);

  // docnos.size() rows of `dimensions` finite numbers, row by row.
  static Similarity dense(const std::vector<std::string>& docnos, std::vector<double> values,
                          std::size_t dimensions);

  // The files that the program writes and reads (docs/formats.md): fingerprints; vectors as JSON
  // lines; a .npy matrix with the docnos of its rows, or, where `docnos` is an empty path, dense
  // vectors as JSON lines. Of documents that are `wanted` (all, if that is empty): memory grows
  // with these only.
  using Wanted = std::function<bool(std::string_view docno)>;
  static Similarity read_fingerprints(const Source& source,
                                      FingerprintSimilarity kind = FingerprintSimilarity::cosine,
                                      const Wanted& wanted = {});
  static Similarity read_vectors(const std::vector<Source>& sources, const Wanted& wanted = {});
  static Similarity read_dense(const Source& npy, const Source& docnos, const Wanted& wanted = {});

  // What made it, or what it has read: rows() of docnos(), scaled by powers of two where their
  // cosines need it. Sparse rows have only columns with values; dense rows share their memory.
  struct Fingerprints {
    std::vector<std::uint64_t> words;
    FingerprintSimilarity kind = FingerprintSimilarity::cosine;
    int bits = 64;
  };
  using Rows = std::variant<Fingerprints, SparseRows, DenseRows<float>, DenseRows<double>>;
  Rows rows() const;
  std::vector<std::string> docnos() const;

  std::size_t size() const;  // documents
  bool contains(std::string_view docno) const;

  // cos(pi H / bits) or 1 - H / bits of fingerprints, the cosine of vectors; 0 where one of the
  // documents is not there.
  double operator()(std::string_view a, std::string_view b) const;

  Similarity(const Similarity&) = default;  // to move is to copy
  Similarity& operator=(const Similarity&) = default;

 private:
  friend struct internal::Inside;
  explicit Similarity(internal::DocumentSimilarity documents);
  std::shared_ptr<const internal::DocumentSimilarity> documents_;
};

}  // namespace subintent
