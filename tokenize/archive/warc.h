// Web archives: WARC 0.17 to 1.1 (ISO 28500).
//
// Large collections break the rules in known ways, and the reader lives with them: header lines
// that end in LF, blank lines before the end of a record's header, header lines without a colon,
// lengths that are wrong, a last record that is cut short.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tokenize/archive/byte_window.h"
#include "tokenize/archive/document.h"

namespace subintent {

class WarcReader {
 public:
  WarcReader(ByteWindow& window, CollectionCounts& counts) : window_(window), counts_(counts) {}

  // The next page: a response of status 200, or a resource or conversion, that is HTML or plain
  // text. Its docno is its WARC-TREC-ID, else ClueWeb22-ID, else WARC-Record-ID, else its URL.
  // False at the end.
  bool next(Document& document);

 private:
  struct Header {
    std::string type, trec_id, clueweb22_id, record_id, target_uri, content_type, content_length;
    bool has_length = false;

    std::string* field(std::string_view name);
    std::string docno() const;
  };

  bool find_record();
  void skip_to_record(bool anywhere);
  bool read_header(Header& header);
  std::string_view see_block(std::optional<std::uint64_t> length, bool is_response);
  std::string_view see_repaired_block(std::size_t length);
  bool read_block(const Header& header, std::string_view block, Document& document);
  std::string place() const;

  ByteWindow& window_;
  CollectionCounts& counts_;
};

}  // namespace subintent
