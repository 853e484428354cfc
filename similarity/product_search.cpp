#include "similarity/product_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "similarity/dense_kernel.h"

namespace subintent::internal {
namespace {

constexpr std::size_t panel_rows = DenseKernel::panel_rows;
constexpr std::size_t panel_columns = DenseKernel::panel_columns;
constexpr std::size_t block = 64;  // rows that a panel is multiplied by while it is near
constexpr float lowest = -std::numeric_limits<float>::infinity();

using Candidate = ProductSearch::Candidate;

bool is_larger(const Candidate& x, const Candidate& y) {
  return x.product != y.product ? x.product > y.product : x.column < y.column;
}

// The largest so far; twice as many are kept before the smaller half is dropped.
class Largest {
 public:
  explicit Largest(std::size_t count) : count_(count) {}

  float limit() const { return limit_; }

  void add(const Candidate& candidate) {
    if (kept_.empty()) kept_.reserve(2 * count_);
    kept_.push_back(candidate);
    if (kept_.size() == 2 * count_) drop();
  }

  void add_all(const Largest& other) {
    for (const Candidate& candidate : other.kept_) add(candidate);
    limit_ = std::max(limit_, other.limit_);
  }

  ProductSearch::Nearest finish() {
    if (kept_.size() > count_) drop();
    return {std::move(kept_), limit_};
  }

 private:
  void drop() {
    const auto last = kept_.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
    std::nth_element(kept_.begin(), last, kept_.end(), is_larger);
    limit_ = std::max(limit_, last->product);
    kept_.resize(count_);
  }

  std::size_t count_;
  float limit_ = lowest;  // of those that were dropped or passed by, none is larger
  std::vector<Candidate> kept_;
};

}  // namespace

void ProductSearch::reset(std::size_t columns) {
  is_there_.assign(columns, 0);
  panels_ = LargeArray<float>(panels() * panel_columns * dimensions_);
  std::fill_n(panels_.data(), panels() * panel_columns * dimensions_, 0.0F);
}

std::size_t ProductSearch::panels() const {
  return (is_there_.size() + panel_columns - 1) / panel_columns;
}

void ProductSearch::set_column(std::size_t column, std::span<const float> numbers) {
  float* to = panels_.data() + column / panel_columns * panel_columns * dimensions_ +
              column % panel_columns;
  for (const float number : numbers) {
    *to = number;
    to += panel_columns;
  }
  is_there_[column] = 1;
}

double ProductSearch::error() const {
  return 1.1 * static_cast<double>(dimensions_ + 8) * 0x1p-24;
}

// Few rows share the panels among the threads.
std::vector<ProductSearch::Piece> ProductSearch::pieces(std::size_t rows) const {
  constexpr std::size_t min_panels = 32;
  const std::size_t blocks = (rows + block - 1) / block, wanted = 4 * thread_limit();
  const std::size_t most = std::max<std::size_t>(1, panels() / min_panels);
  const std::size_t parts = blocks >= wanted ? 1 : std::min(most, (wanted + blocks - 1) / blocks);
  std::vector<Piece> made;
  for (std::size_t row = 0; row < rows; row += block) {
    for (std::size_t part = 0; part < parts; ++part) {
      made.push_back({row, std::min(row + block, rows), panels() * part / parts,
                      panels() * (part + 1) / parts});
    }
  }
  return made;
}

// Calls take(row, first column, products) for the products of a row with the columns of a panel.
template <typename Take>
void ProductSearch::scan(const Rows& rows, const Piece& piece, const Take& take) const {
  const DenseKernel& kernel = dense_kernel();
  std::vector<float> values(block * dimensions_);
  for (std::size_t row = piece.row; row < piece.row_end; ++row) {
    rows.write_row(row, values.data() + (row - piece.row) * dimensions_);
  }
  std::array<float, panel_rows * panel_columns> products;
  for (std::size_t panel = piece.panel; panel < piece.panel_end; ++panel) {
    const float* const columns = panels_.data() + panel * panel_columns * dimensions_;
    for (std::size_t row = piece.row; row < piece.row_end; row += panel_rows) {
      kernel.multiply_panel(values.data() + (row - piece.row) * dimensions_, columns, dimensions_,
                            products.data());
      const std::size_t count = std::min(panel_rows, piece.row_end - row);
      for (std::size_t i = 0; i < count; ++i) {
        take(row + i, panel * panel_columns, products.data() + i * panel_columns);
      }
    }
  }
}

std::vector<ProductSearch::Nearest> ProductSearch::nearest(const Rows& rows,
                                                           std::size_t count) const {
  const std::vector<Piece> all = pieces(rows.size);
  std::vector<std::vector<Largest>> found(all.size());  // of the rows of each piece
  parallel_for(all.size(), [&](std::size_t k) {
    const Piece& piece = all[k];
    std::vector<Largest>& largest = found[k];
    largest.assign(piece.row_end - piece.row, Largest(count));
    scan(rows, piece, [&](std::size_t row, std::size_t first, const float* products) {
      Largest& kept = largest[row - piece.row];
      bool any = false;
      for (std::size_t j = 0; j < panel_columns; ++j) any |= products[j] > kept.limit();
      if (!any) return;
      const std::size_t end = std::min(panel_columns, columns() - first);
      const std::uint32_t own = rows.own_column(row);
      for (std::size_t j = 0; j < end; ++j) {
        const auto column = static_cast<std::uint32_t>(first + j);
        if (!(products[j] > kept.limit()) || is_there_[column] == 0 || column == own) continue;
        kept.add({products[j], column});
      }
    });
  });
  std::vector<Largest> merged(rows.size, Largest(count));
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (std::size_t row = all[k].row; row < all[k].row_end; ++row) {
      if (all[k].panel == 0) {
        merged[row] = std::move(found[k][row - all[k].row]);
      } else {
        merged[row].add_all(found[k][row - all[k].row]);
      }
    }
    found[k] = {};
  }
  std::vector<Nearest> made(rows.size);
  parallel_for(rows.size, [&](std::size_t row) { made[row] = merged[row].finish(); });
  return made;
}

std::vector<std::vector<Candidate>> ProductSearch::at_least(const Rows& rows,
                                                            std::span<const float> limits) const {
  const std::vector<Piece> all = pieces(rows.size);
  std::vector<std::vector<std::vector<Candidate>>> found(all.size());
  parallel_for(all.size(), [&](std::size_t k) {
    const Piece& piece = all[k];
    found[k].resize(piece.row_end - piece.row);
    scan(rows, piece, [&](std::size_t row, std::size_t first, const float* products) {
      const std::size_t end = std::min(panel_columns, columns() - first);
      const std::uint32_t own = rows.own_column(row);
      for (std::size_t j = 0; j < end; ++j) {
        const auto column = static_cast<std::uint32_t>(first + j);
        if (products[j] < limits[row] || is_there_[column] == 0 || column == own) continue;
        found[k][row - piece.row].push_back({products[j], column});
      }
    });
  });
  std::vector<std::vector<Candidate>> made(rows.size);
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (std::size_t row = all[k].row; row < all[k].row_end; ++row) {
      auto& part = found[k][row - all[k].row];
      made[row].insert(made[row].end(), part.begin(), part.end());
      part = {};
    }
  }
  return made;
}

}  // namespace subintent::internal
