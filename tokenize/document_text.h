// The text of a document, and what people see of it.
#pragma once

#include "subintent/values.h"
#include "tokenize/html/html_text.h"

namespace subintent::internal {

// Puts the visible text of `document` into `text`, as valid UTF-8 (decode_to_utf8(),
// append_visible_text()), or of a page only that `part`; and, if `shown` is given, what people see
// of it into that (subintent/tokenize.h, document_text()).
void read_visible_text(const Document& document, TextBuffer& text, DocumentText* shown = nullptr,
                       PagePart part = PagePart::all);
void read_visible_text(const Document& document, std::string& text, DocumentText* shown = nullptr,
                       PagePart part = PagePart::all);

}  // namespace subintent::internal
