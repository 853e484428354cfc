#include "core/io/text_file.h"

#include "core/io/input_file.h"

namespace subintent::internal {

TextFile::TextFile(const Source& source)
    : content_(source), text_(without_byte_order_mark(content_.bytes(), content_.name())) {
  if (const std::size_t zero = text_.find('\0'); zero != std::string_view::npos) {
    throw Error(location(text_.data() + zero), "contains a zero byte, so it is not text",
                "get a good copy of the file");
  }
}

}  // namespace subintent::internal
