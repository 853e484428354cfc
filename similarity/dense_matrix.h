// Dense vectors of documents, and their cosines.
#pragma once

#include <variant>

#include "similarity/pair_matrix.h"
#include "subintent/values.h"

namespace subintent::internal {

// Rows that own their values, given row by row.
DenseRows<double> rows_of(std::vector<double> values, std::size_t dimensions);

// Rows of finite numbers, which it shares rather than copies where cosines can be computed of them
// as they are.
class DenseMatrix {
 public:
  explicit DenseMatrix(DenseRows<float> rows);
  explicit DenseMatrix(DenseRows<double> rows);

  const std::variant<DenseRows<float>, DenseRows<double>>& rows() const { return rows_; }

  // cosine_of() of two rows; 0 if one of them has been changed to what has none.
  double cosine(std::uint32_t a, std::uint32_t b) const;

  // These rows, made as long as 1, without their mean. Rows without length stay so.
  DenseMatrix centred(std::span<const std::uint32_t> rows) const;

  // Is it square and symmetric, as similarities of pairs are and vectors hardly ever? Not with
  // zeros alone off its diagonal.
  bool is_symmetric() const;

  // A row made as long as 1; empty for one without length.
  std::vector<double> unit_row(std::uint32_t i) const;
  std::size_t dimensions() const;

  // The sum of the cosines of all pairs of these rows, in linear time.
  double sum_of_cosines(std::span<const std::uint32_t> rows) const;

  // The rounded cosines (rounded_cosine, in `units`) of all pairs of these rows, by all threads; 0
  // with any row whose number is `missing`. Besides the matrix, 8 bytes a number of a row are
  // needed.
  void fill_cosines(std::span<const std::uint32_t> rows, std::uint32_t missing, double units,
                    PairMatrix& out) const;

 private:
  void measure_rows();

  std::variant<DenseRows<float>, DenseRows<double>> rows_;
  std::vector<double> squared_lengths_;
};

inline constexpr std::string_view no_vectors =
    "a symmetric matrix, of similarities and not of vectors";

}  // namespace subintent::internal
