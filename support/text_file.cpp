#include "support/text_file.h"

#include <bit>

#include "support/block_masks.h"
#include "support/input_file.h"

namespace subintent::internal {

TextFile::TextFile(const Source& source)
    : content_(source), text_(without_byte_order_mark(content_.bytes(), content_.name())) {
  if (const std::size_t zero = text_.find('\0'); zero != std::string_view::npos) {
    throw Error(location(text_.data() + zero), "contains a zero byte, so it is not text",
                "get a good copy of the file");
  }
}

LineColumns split_line(const char* line) {
  LineColumns columns;
  std::size_t bounds = 0;
  std::uint64_t before = 1;  // is the byte before the block a blank?
  while (true) {
    const BlockMasks masks = masks_of(line);
    // A column begins or ends wherever a byte and the one before it differ.
    std::uint64_t changes = masks.blanks ^ (masks.blanks << 1 | before);
    // Nothing after the first line end counts: x ^ (x - 1) are the bits up to the lowest one.
    if (masks.line_ends != 0) changes &= masks.line_ends ^ (masks.line_ends - 1);
    for (; changes != 0; changes &= changes - 1, ++bounds) {
      if (bounds < 2 * LineColumns::limit)
        columns.bounds[bounds] = line + std::countr_zero(changes);
    }
    if (masks.line_ends != 0) {
      columns.end = line + std::countr_zero(masks.line_ends);
      columns.count = bounds / 2;
      return columns;
    }
    before = masks.blanks >> 63;
    line += 64;
  }
}

}  // namespace subintent::internal
