// Documents.
#pragma once

#include <string>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// A document as a collection gives it.
struct Document {
  std::string docno;
  std::string content = {};       // bytes in the charset of the collection
  bool is_html = false;           // else plain text
  std::string http_charset = {};  // the label in the HTTP header; empty if there is none
  std::string title = {};         // as the collection gives it beside the content, in UTF-8
  std::string url = {};           // the same of its address; in UTF-8 without blanks
};

}  // namespace subintent
