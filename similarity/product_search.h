// The columns whose scalar products with a row are largest, among many, by floats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "similarity/large_array.h"

namespace subintent::internal {

// Columns of floats, in panels that a kernel multiplies by several rows at a time. Members that
// search use all threads; what they find does not depend on them.
class ProductSearch {
 public:
  // Rows to search for: `size` of them; write_row(i, row) writes the numbers of one. No row finds
  // its own column.
  struct Rows {
    std::size_t size = 0;
    std::function<void(std::size_t, float*)> write_row;
    std::function<std::uint32_t(std::size_t)> own_column;
  };

  struct Candidate {
    float product = 0;
    std::uint32_t column = 0;
  };

  struct Nearest {
    std::vector<Candidate> candidates;  // in no order
    float rest = 0;  // no product with any other column is larger; minus infinity if there is none
  };

  explicit ProductSearch(std::size_t dimensions) : dimensions_(dimensions) {}

  // Begins with so many columns, of which none is there yet.
  void reset(std::size_t columns);
  std::size_t columns() const { return is_there_.size(); }

  // Different columns may be set at the same time.
  void set_column(std::size_t column, std::span<const float> numbers);
  void remove_column(std::size_t column) { is_there_[column] = 0; }

  // For each row, the `count` columns of the largest products, or all if there are fewer.
  std::vector<Nearest> nearest(const Rows& rows, std::size_t count) const;

  // For each row, the columns whose products are at least its limit.
  std::vector<std::vector<Candidate>> at_least(const Rows& rows,
                                               std::span<const float> limits) const;

  // How far a product of these floats, in any order of its sum, may be from that of the numbers
  // that were rounded to them, if these are of vectors of at most length 1: Higham, Accuracy and
  // Stability of Numerical Algorithms, section 3.1.
  double error() const;

 private:
  // A block of rows and a part of the panels, which one thread takes.
  struct Piece {
    std::size_t row = 0, row_end = 0, panel = 0, panel_end = 0;
  };

  std::size_t panels() const;
  std::vector<Piece> pieces(std::size_t rows) const;
  template <typename Take>
  void scan(const Rows& rows, const Piece& piece, const Take& take) const;

  std::size_t dimensions_;
  LargeArray<float> panels_;
  std::vector<std::uint8_t> is_there_;
};

}  // namespace subintent::internal
