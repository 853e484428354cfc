// TREC text and web documents: <DOC> <DOCNO>…</DOCNO> … </DOC>, one after the other.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tokenize/archive/byte_window.h"
#include "tokenize/archive/document.h"

namespace subintent {

class TrecTextReader {
 public:
  TrecTextReader(ByteWindow& window, CollectionCounts& counts) : window_(window), counts_(counts) {}

  // The next document: everything but its DOCNO, DOCOLDNO and DOCHDR elements, as HTML; the charset
  // is the one that the HTTP header in DOCHDR names. False at the end.
  bool next(Document& document);

 private:
  struct Body {
    std::string_view text;  // between <DOC> and </DOC>
    std::size_t size = 0;   // with the end tag
  };

  bool find_document();
  Body see_body();
  bool read_body(std::string_view body, Document& document);
  std::string place() const;

  ByteWindow& window_;
  CollectionCounts& counts_;
};

}  // namespace subintent
