// Documents.
#pragma once

#include <string>

namespace subintent {

// A document as a collection gives it.
struct Document {
  std::string docno;
  std::string content = {};       // bytes in the charset of the collection
  bool is_html = false;           // else plain text
  std::string http_charset = {};  // the label in the HTTP header; empty if there is none
};

}  // namespace subintent
