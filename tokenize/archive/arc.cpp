// ARC 1, the web archive format before WARC: a line "URL address date type length" before each
// record.

#include "subintent/program.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/http_response.h"

namespace subintent::internal {
namespace {

constexpr std::size_t line_limit = 1 << 16;

std::string_view take_last_column(std::string_view& line) {
  const std::size_t blank = line.find_last_of(' ');
  const std::string_view column = blank == std::string_view::npos ? line : line.substr(blank + 1);
  line = blank == std::string_view::npos ? std::string_view() : line.substr(0, blank);
  return column;
}

// The columns of a header line from the right: the URL, on the left, may hold blanks.
struct Columns {
  std::string_view url, length;
};

// Nothing if `line` does not look like a header.
std::optional<Columns> parse_columns(std::string_view line) {
  Columns columns;
  columns.length = take_last_column(line);
  take_last_column(line);  // type
  const std::string_view date = take_last_column(line);
  take_last_column(line);  // address
  columns.url = line;
  const bool is_date = date.size() >= 8 && std::all_of(date.begin(), date.end(),
                                                       [](char c) { return c >= '0' && c <= '9'; });
  if (!is_date || columns.url.find(':') == std::string_view::npos) return std::nullopt;
  return columns;
}

class ArcReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  // A page, as in WARC; its docno is its URL.
  bool next(Document& document) override;

 private:
  struct Header {
    std::string url;
    std::size_t length = 0;
  };

  bool find_record(Header& header);
};

bool ArcReader::next(Document& document) {
  Header header;
  while (find_record(header)) {
    const std::size_t size = std::min(header.length, document_size_limit);
    const std::string_view block = window_.peek(size).substr(0, size);
    if (block.size() < size)
      counts_.count_repaired("record truncated at the end of the file", place());
    bool is_page = false, is_cut = false;
    if (auto http = parse_http_response(block)) {
      is_page = read_http_page(
          *http, {}, [this] { return place(); }, counts_, document);
      is_cut = http->is_cut && block.size() == header.length;
    } else {
      counts_.count_other("record of a protocol other than HTTP");
    }
    document.docno = document.url = encoded_url(header.url);
    if (is_page && (header.length > size || document.content.size() == document_size_limit))
      counts_.count_repaired("document cut at 64 MiB", place());
    else if (is_page && is_cut)
      counts_.count_repaired("page whose end is missing", place());
    window_.skip(header.length);
    if (is_page) return true;
  }
  return false;
}

// Moves behind the next header line; false at the end of the file.
bool ArcReader::find_record(Header& header) {
  std::string_view line;
  bool too_long = false, passed_over = false;
  while (window_.next_line(line, line_limit, too_long)) {
    if (line.empty() && !too_long) continue;
    const auto columns = parse_columns(line);
    if (!columns) {
      if (!passed_over) counts_.count_repaired("text between records skipped", place());
      passed_over = true;
      continue;
    }
    ++counts_.records;
    const auto length = parse_integer(columns->length);
    if (!length || *length < 0) {
      counts_.count_skipped("record with a length that is not a number", place());
      passed_over = true;  // its block
      continue;
    }
    header = {std::string(columns->url), static_cast<std::size_t>(*length)};
    return true;
  }
  return false;
}

}  // namespace

CollectionFormat arc_format() {
  return {
      .label = "ARC",
      .detect =
          [](std::string_view bytes) {
            return without_leading_blanks(bytes).starts_with("filedesc:");
          },
      .open = open_reader<ArcReader>,
      .example =
          "filedesc://example.arc 0.0.0.0 20090101000000 text/plain 9\n1 0 CRAWL\n\n"
          "http://a/b c 1.2.3.4 20090101000000 text/html 58\n"
          "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>An example\n\n",
  };
}

}  // namespace subintent::internal
