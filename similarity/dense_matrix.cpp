#include "similarity/dense_matrix.h"

#include <cmath>
#include <numeric>

#include "similarity/cosine.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t lanes = dense_lanes, block = dense_block;

template <typename Value>
std::span<const Value> row_of(const DenseRows<Value>& rows, std::size_t i) {
  return {rows.values.get() + static_cast<std::ptrdiff_t>(i) * rows.stride, rows.dimensions};
}

// The sum of multiply_rows(), for two rows.
template <typename Value>
double scalar_product(std::span<const Value> a, std::span<const Value> b) {
  std::array<double, lanes> sums{};
  const auto product = [&](std::size_t i) { return double{a[i]} * double{b[i]}; };
  std::size_t i = 0;
  for (; i + lanes <= a.size(); i += lanes)
    for (std::size_t k = 0; k < lanes; ++k) sums[k] += product(i + k);
  for (std::size_t k = 0; i < a.size(); ++i, ++k) sums[k] += product(i);
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

// Is no product of them, nor that of two squared lengths, too large or too small for a double? No
// floats are, which reach from 2^-149 to 2^128.
bool are_moderate(std::span<const double> row) {
  return std::all_of(row.begin(), row.end(), [](double value) {
    return value == 0 || (std::abs(value) > 0x1p-240 && std::abs(value) < 0x1p240);
  });
}

// The same rows, or a copy of them whose rows are scaled by powers of two, which leaves cosines as
// they are.
DenseRows<double> moderate(DenseRows<double> rows) {
  bool all = true;
  for (std::size_t i = 0; i < rows.rows && all; ++i) all = are_moderate(row_of(rows, i));
  if (all) return rows;
  std::vector<double> scaled;
  scaled.reserve(rows.rows * rows.dimensions);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const auto row = row_of(rows, i);
    double largest = 0;
    for (const double value : row) largest = std::max(largest, std::abs(value));
    const double scale = safe_scale(largest);
    for (const double value : row) scaled.push_back(value * scale);
  }
  return rows_of(std::move(scaled), rows.dimensions);
}

// Rows as the kernel takes them: doubles, filled up with zeros to whole lanes and blocks.
class KernelRows {
 public:
  template <typename Value>
  KernelRows(const DenseRows<Value>& from, std::span<const std::uint32_t> rows,
             std::uint32_t missing)
      : size_((from.dimensions + lanes - 1) / lanes * lanes),
        values_((rows.size() + block - 1) / block * block * size_) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i] != missing) std::ranges::copy(row_of(from, rows[i]), &values_[i * size_]);
  }

  std::size_t size() const { return size_; }  // of a row
  const double* row(std::size_t i) const { return values_.data() + i * size_; }

 private:
  std::size_t size_;
  std::vector<double> values_;
};

}  // namespace

DenseRows<double> rows_of(std::vector<double> values, std::size_t dimensions) {
  const auto owner = std::make_shared<const std::vector<double>>(std::move(values));
  const double* const first = owner->data();
  return {std::shared_ptr<const double[]>(owner, first), owner->size() / dimensions, dimensions,
          static_cast<std::ptrdiff_t>(dimensions)};
}

DenseMatrix::DenseMatrix(DenseRows<float> rows) : rows_(std::move(rows)) {
  measure_rows();
}

DenseMatrix::DenseMatrix(DenseRows<double> rows) : rows_(moderate(std::move(rows))) {
  measure_rows();
}

void DenseMatrix::measure_rows() {
  std::visit(
      [&](const auto& rows) {
        for (std::size_t i = 0; i < rows.rows; ++i)
          squared_lengths_.push_back(scalar_product(row_of(rows, i), row_of(rows, i)));
      },
      rows_);
}

double DenseMatrix::cosine(std::uint32_t a, std::uint32_t b) const {
  const double product = std::visit(
      [&](const auto& rows) { return scalar_product(row_of(rows, a), row_of(rows, b)); }, rows_);
  const double cosine = cosine_of(product, squared_lengths_[a], squared_lengths_[b]);
  return std::isnan(cosine) ? 0 : cosine;
}

[[gnu::cold]] bool DenseMatrix::is_symmetric() const {
  const auto look = [](const auto& all) {
    if (all.rows != all.dimensions) return false;
    bool has_pairs = false, has_ones = true;
    for (std::size_t i = 0; i < all.rows; ++i) {
      has_ones = has_ones && std::abs(row_of(all, i)[i] - 1) < 1e-6;
      for (std::size_t j = 0; j < i; ++j) {
        const double value = row_of(all, i)[j];
        if (std::abs(value - row_of(all, j)[i]) > 1e-6 * std::max(1.0, std::abs(value)))
          return false;
        has_pairs = has_pairs || value != 0;
      }
    }
    return has_pairs && (has_ones || all.rows > 2);
  };
  return std::visit(look, rows_);
}

std::size_t DenseMatrix::dimensions() const {
  return std::visit([](const auto& all) { return all.dimensions; }, rows_);
}

std::vector<double> DenseMatrix::unit_row(std::uint32_t i) const {
  const double length = std::sqrt(squared_lengths_[i]);
  if (!(length > 0) || std::isinf(length)) return {};
  return std::visit(
      [&](const auto& all) {
        return mapped(row_of(all, i), [&](const double value) { return value / length; });
      },
      rows_);
}

DenseMatrix DenseMatrix::centred(std::span<const std::uint32_t> rows) const {
  std::vector<std::vector<double>> units;
  std::vector<double> mean(dimensions());
  for (const std::uint32_t i : rows) units.push_back(unit_row(i));
  const auto with_length = std::ranges::count_if(units, [](const auto& u) { return !u.empty(); });
  for (const auto& unit : units)
    for (std::size_t d = 0; d < unit.size(); ++d)
      mean[d] += unit[d] / static_cast<double>(with_length);
  std::vector<double> values;
  values.reserve(rows.size() * mean.size());
  for (const auto& unit : units)
    for (std::size_t d = 0; d < mean.size(); ++d)
      values.push_back(unit.empty() ? 0.0 : unit[d] - mean[d]);
  return DenseMatrix(rows_of(std::move(values), mean.size()));
}

// The sum of rows of length 1 has the products of all pairs in its squared length.
double DenseMatrix::sum_of_cosines(std::span<const std::uint32_t> rows) const {
  std::size_t with_length = 0;
  std::vector<double> sums;
  for (const std::uint32_t i : rows) {
    const auto unit = unit_row(i);
    sums.resize(std::max(sums.size(), unit.size()));
    for (std::size_t d = 0; d < unit.size(); ++d) sums[d] += unit[d];
    with_length += unit.empty() ? 0 : 1;
  }
  const double squared_length = scalar_product<double>(sums, sums);
  return (squared_length - static_cast<double>(with_length)) / 2;
}

void DenseMatrix::fill_cosines(std::span<const std::uint32_t> rows, std::uint32_t missing,
                               double units, PairMatrix& out) const {
  constexpr std::size_t tile = 128, rows_of_piece = 32;  // columns stay near the processor
  const KernelRows values =
      std::visit([&](const auto& all) { return KernelRows(all, rows, missing); }, rows_);
  std::vector<double> squared_lengths = mapped(
      rows, [&](const std::uint32_t row) { return row == missing ? 0 : squared_lengths_[row]; });
  // A block of rows, and the columns of a tile, from a multiple of `block` on.
  const auto fill = [&](std::size_t row, std::size_t column, std::size_t column_end) {
    std::array<double, block * tile> products;
    const std::size_t count = (column_end - column + block - 1) / block * block;
    multiply_rows(values.row(row), values.row(column), values.size(), count, products.data());
    for (std::size_t i = row; i < std::min(row + block, rows.size()); ++i) {
      const std::size_t first = std::max(column, i + 1);
      if (first >= column_end) continue;
      round_cosines(&products[(i - row) * count + first - column], squared_lengths[i],
                    &squared_lengths[first], column_end - first, units, &out.at(i, first));
    }
  };
  for_each_piece(rows.size(), rows_of_piece, tile, [&](std::size_t row, std::size_t column) {
    const std::size_t column_end = std::min(column + tile, rows.size());
    for (std::size_t i = row; i < std::min(row + rows_of_piece, rows.size()); i += block)
      fill(i, std::max(column, i), column_end);
  });
}

}  // namespace subintent::internal
