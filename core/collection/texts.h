// Writing the file of texts; subintent/texts.h reads it.
#pragma once

#include <string>
#include <string_view>

#include "subintent/values.h"

namespace subintent::internal {

// Appends the line of a document: docno<tab>title<tab>URL<tab>excerpt. The fields of `text` have no
// control characters, as document_text() makes them.
void append_text_line(std::string& out, std::string_view docno, const DocumentText& text);

}  // namespace subintent::internal
