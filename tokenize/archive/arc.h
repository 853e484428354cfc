// ARC 1, the web archive format before WARC: a line "URL address date type length" before each
// record.
#pragma once

#include <string>
#include <string_view>

#include "tokenize/archive/byte_window.h"
#include "tokenize/archive/document.h"

namespace subintent {

class ArcReader {
 public:
  ArcReader(ByteWindow& window, CollectionCounts& counts) : window_(window), counts_(counts) {}

  // The next page, as in WARC; its docno is its URL. False at the end.
  bool next(Document& document);

 private:
  struct Header {
    std::string url;
    std::size_t length = 0;
  };

  bool find_record(Header& header);
  std::string place() const;

  ByteWindow& window_;
  CollectionCounts& counts_;
};

}  // namespace subintent
