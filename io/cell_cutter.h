// Rows cut into cells, in blocks of 64 bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "io/block_masks.h"

namespace subintent::internal {

// Goes through rows of a TextFile, each a line, of cells between separators.
class CellCutter {
 public:
  CellCutter(const char* row, char separator) : separator_(separator) { seek(row); }

  // From now on those from this row on.
  void seek(const char* row) {
    row_ = block_ = row;
    look();
  }

  // Where the next row begins.
  const char* row() const { return row_; }

  struct Row {
    std::size_t count;  // of cells
    bool is_plain;      // all their bytes are from '#' to '~'; false for some of 64 bytes and more
  };

  // Calls put(i, cell) for each cell of the next row, which there must be, and goes behind it. A
  // carriage return before the line end belongs to that.
  template <typename Put>
  Row next(Put put) {
    std::size_t count = 0;
    bool is_plain = true;
    CellMasks masks = masks_;
    for (const char* cell = row_;; ++count) {
      while (masks.ends == 0) {
        is_plain &= masks.odd == 0;
        block_ += 64;
        masks = cell_masks_of(block_, separator_);
      }
      const char* const end = block_ + std::countr_zero(masks.ends);
      if (*end != '\n') {
        masks.ends &= masks.ends - 1;
        put(count, std::string_view(cell, end));
        cell = end + 1;
        continue;
      }
      const std::uint64_t row_bits = masks.ends ^ (masks.ends - 1);  // up to the line end
      masks_ = {masks.ends & ~row_bits, masks.odd & ~row_bits};
      row_ = end + 1;
      std::uint64_t odd = masks.odd & row_bits;
      const bool has_return = odd != 0 && end != cell && end[-1] == '\r';
      if (has_return) odd &= row_bits >> 2;
      put(count, std::string_view(cell, end - (has_return ? 1 : 0)));
      return {count + 1, is_plain && odd == 0};
    }
  }

 private:
  void look() { masks_ = cell_masks_of(block_, separator_); }

  char separator_;
  const char* row_;
  const char* block_;
  CellMasks masks_;  // of what is still to come
};

}  // namespace subintent::internal
