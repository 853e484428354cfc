// Web archives: WARC 0.17 to 1.1 (ISO 28500).
//
// Large collections break the rules in known ways, and the reader lives with them: header lines
// that end in LF, blank lines before the end of a record's header, header lines without a colon,
// lengths that are wrong, a last record that is cut short.

#include "core/base/strings.h"
#include "subintent/program.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/content_coding.h"
#include "tokenize/archive/http_response.h"

namespace subintent::internal {
namespace {

constexpr std::size_t header_limit = 1 << 16;
constexpr std::size_t lookahead = 2048;  // behind a block: to where the next record starts

// "WARC/1.0" and its line end at the start of `text`; gives what follows, or nothing.
std::optional<std::string_view> after_version_line(std::string_view text) {
  if (!text.starts_with("WARC/")) return std::nullopt;
  std::string_view line = text.substr(5, 16);
  const std::size_t end = line.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  line = trim(line.substr(0, end));
  const bool is_version = !line.empty() && std::all_of(line.begin(), line.end(), [](char c) {
    return is_digit(c) || c == '.';
  });
  if (!is_version) return std::nullopt;
  return text.substr(5 + end + 1);
}

// In a place where no record should start only a version line with a first header field counts as
// one: pages about the format have the words too.
bool starts_record(std::string_view text) {
  const auto rest = after_version_line(text);
  if (!rest) return false;
  return equal_ignoring_case(rest->substr(0, 5), "WARC-") ||
         equal_ignoring_case(rest->substr(0, 8), "Content-");
}

// Finds the first record from `from` on, in a line of its own unless it may start `anywhere`; npos
// if there is none.
std::size_t find_record_start(std::string_view text, std::size_t from, bool anywhere = false) {
  while (true) {
    const std::size_t at = text.find("WARC/", from);
    if (at == std::string_view::npos) return at;
    const bool may_start = anywhere || at == 0 || text[at - 1] == '\n';
    if (may_start && starts_record(text.substr(at))) return at;
    from = at + 1;
  }
}

// Whether a block may end before `rest`: a record follows, or the end of the file; or the two line
// ends between records and, in the line behind them, something else before the record.
bool ends_record(std::string_view rest) {
  const std::size_t next = rest.find_first_not_of("\r\n");
  if (next == std::string_view::npos || rest.substr(next).starts_with("WARC/")) return true;
  if (std::ranges::count(rest.substr(0, next), '\n') != 2) return false;
  const std::size_t start = rest.find("WARC/", next);
  return start < rest.find('\n', next) && starts_record(rest.substr(start));
}

// A block that was cut at the start of the next record, without the two line ends between records.
std::string_view without_separator(std::string_view block) {
  for (int i = 0; i < 2 && block.ends_with('\n'); ++i)
    block.remove_suffix(block.ends_with("\r\n") ? 2 : 1);
  return block;
}

// The length of a response in the sample files of ClueWeb09, which lack its status line and count
// it all the same: `bytes` up to the next record hold that much less and line ends. Nothing if it
// is not one of these.
[[gnu::cold]] std::optional<std::size_t> length_without_status_line(std::string_view bytes,
                                                                    std::size_t length) {
  if (bytes.starts_with("HTTP/")) return std::nullopt;
  for (const std::string_view status_line : {"HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\n"}) {
    if (length < status_line.size() || length - status_line.size() > bytes.size()) continue;
    const std::size_t shorter = length - status_line.size();
    if (bytes.find_first_not_of("\r\n", shorter) == std::string_view::npos) return shorter;
  }
  return std::nullopt;
}

// The HTTP response in the block of a response record of this Content-Type, if that is one.
std::optional<HttpResponse> http_response(std::string_view content_type, std::string_view block) {
  if (auto response = parse_http_response(block)) return response;
  const std::string type = parse_content_type(content_type).type;
  if (type != "application/http" && !type.empty()) return std::nullopt;
  return parse_http_response_without_status(block);
}

std::string_view known_type(std::string_view type) {
  static constexpr std::array<std::string_view, 6> types = {"warcinfo", "request",      "metadata",
                                                            "revisit",  "continuation", "response"};
  const auto found = std::find(types.begin(), types.end(), type);
  return found == types.end() ? "record of unknown type" : *found;
}

class WarcReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  // A page: a response of status 200, or a resource or conversion, that is HTML or plain text. Its
  // docno is its WARC-TREC-ID, else ClueWeb22-ID, else WARC-Record-ID, else its URL.
  bool next(Document& document) override;

 private:
  struct Header {
    std::string type, trec_id, clueweb22_id, record_id, target_uri, content_type, identified_type,
        content_length, truncated;
    bool has_length = false;

    std::string* field(std::string_view name);
    std::string docno() const;
  };

  bool find_record();
  void skip_to_record(bool anywhere);
  bool read_header(Header& header);
  std::string_view see_block(std::optional<std::uint64_t> length, bool is_response);
  std::string_view see_repaired_block(std::size_t length);
  bool read_block(Header& header, std::string_view block, Document& document);
  void name_as_asked(Header& header, Document& document);

  bool is_cut_ = false;  // is the end of the page missing?
};

std::string* WarcReader::Header::field(std::string_view name) {
  if (equal_ignoring_case(name, "WARC-Type")) return &type;
  if (equal_ignoring_case(name, "WARC-TREC-ID")) return &trec_id;
  if (equal_ignoring_case(name, "ClueWeb22-ID")) return &clueweb22_id;
  if (equal_ignoring_case(name, "WARC-Record-ID")) return &record_id;
  if (equal_ignoring_case(name, "WARC-Target-URI")) return &target_uri;
  if (equal_ignoring_case(name, "Content-Type")) return &content_type;
  if (equal_ignoring_case(name, "WARC-Identified-Payload-Type")) return &identified_type;
  if (equal_ignoring_case(name, "Content-Length")) return &content_length;
  if (equal_ignoring_case(name, "WARC-Truncated")) return &truncated;
  return nullptr;
}

std::string WarcReader::Header::docno() const {
  if (!trec_id.empty()) return trec_id;
  if (!clueweb22_id.empty()) return clueweb22_id;
  if (!record_id.empty()) return record_id;
  return encoded_url(target_uri);
}

bool WarcReader::next(Document& document) {
  while (find_record()) {
    Header header;
    ++counts_.records;
    if (!read_header(header)) continue;
    const auto number = parse_integer(header.content_length);
    const auto length =
        number && *number >= 0 ? std::optional(std::uint64_t(*number)) : std::nullopt;
    const std::string_view block = see_block(length, header.type == "response");
    const std::size_t in_sight = block.size();
    const bool is_page = read_block(header, block, document);
    window_.skip(in_sight);
    const bool is_too_long = in_sight == document_size_limit && length != document_size_limit;
    if (is_too_long && length > document_size_limit)
      window_.skip(static_cast<std::size_t>(*length) - in_sight);
    // A body may be too long only when decompressed.
    if (is_page && (is_too_long || document.content.size() == document_size_limit))
      counts_.count_repaired("document cut at 64 MiB", place());
    else if (is_page && is_cut_ && length == in_sight)  // others are counted already
      counts_.count_repaired("page whose end is missing", place());
    if (is_page) return true;
  }
  return false;
}

// Moves to the next version line; false at the end of the file.
bool WarcReader::find_record() {
  while (true) {
    const std::string_view bytes = window_.peek(lookahead);
    if (bytes.empty()) return false;
    const std::size_t text = std::min(bytes.find_first_not_of("\r\n \t"), bytes.size());
    if (text > 0) {
      window_.skip(text);
    } else if (after_version_line(bytes)) {
      return true;
    } else {
      counts_.count_repaired("text between records skipped", place());
      skip_to_record(true);
    }
  }
}

// Moves to the next start of a record after the current position, or to the end of the file; where
// no page can be in between, `anywhere` in a line.
[[gnu::cold]] void WarcReader::skip_to_record(bool anywhere) {
  while (true) {
    const std::string_view bytes = window_.peek(header_limit);
    const std::size_t start = find_record_start(bytes, 1, anywhere);
    if (start != std::string_view::npos) return window_.skip(start);
    if (bytes.size() < header_limit) return window_.skip(bytes.size());
    window_.skip(bytes.size() - lookahead);
  }
}

// Reads a header up to the first blank line after Content-Length, and moves behind it. False,
// counted and moved to the next record, if it does not end that way.
bool WarcReader::read_header(Header& header) {
  const std::string_view bytes = window_.peek(header_limit).substr(0, header_limit);
  std::string_view rest = bytes;
  take_line(rest);
  std::string* value = nullptr;  // of the field before
  while (!rest.empty() && !starts_record(rest)) {
    const std::string_view line = take_line(rest);
    if (line.empty()) {
      if (!header.has_length) continue;
      window_.skip(bytes.size() - rest.size());
      return true;
    }
    const auto field = parse_header_field(line);
    const bool is_folded = line[0] == ' ' || line[0] == '\t';
    if (!field || is_folded) {  // belongs to the field before
      if (value == &header.target_uri || (is_folded && value != nullptr && value->empty()))
        *value += trim(line);
      continue;
    }
    value = header.field(field->name);
    if (value == nullptr) continue;
    if (value->empty()) *value = field->value;  // the first of several counts
    header.has_length = header.has_length || value == &header.content_length;
  }
  counts_.count_skipped("record whose header has no Content-Length or no end within 64 KiB",
                        place());
  if (starts_record(rest))
    window_.skip(bytes.size() - rest.size());
  else
    skip_to_record(false);
  return false;
}

// The block at the current position, at most document_size_limit bytes of it.
std::string_view WarcReader::see_block(std::optional<std::uint64_t> length, bool is_response) {
  if (!length) return see_repaired_block(0);
  const std::size_t size =
      static_cast<std::size_t>(std::min<std::uint64_t>(*length, document_size_limit));
  const std::string_view bytes = window_.peek(size + lookahead);
  if (*length <= document_size_limit && bytes.size() >= size &&
      ends_record(bytes.substr(size, lookahead)))
    return bytes.substr(0, size);
  const std::size_t next_record = find_record_start(bytes, 0);
  if (is_response && std::min(next_record, bytes.size()) < size) {
    const auto shorter = length_without_status_line(bytes.substr(0, next_record), size);
    if (shorter) return bytes.substr(0, *shorter);
  }
  if (next_record < size) {
    counts_.count_repaired("wrong Content-Length", place());
    return without_separator(bytes.substr(0, next_record));
  }
  if (bytes.size() < size) {
    counts_.count_repaired("record truncated at the end of the file", place());
    return bytes;
  }
  return *length > document_size_limit ? bytes.substr(0, size) : see_repaired_block(size);
}

// A block of at least `length` bytes: up to the next record, wherever that starts.
[[gnu::cold]] std::string_view WarcReader::see_repaired_block(std::size_t length) {
  counts_.count_repaired("wrong Content-Length", place());
  std::size_t searched = length;
  while (true) {
    const std::string_view bytes = window_.peek(searched + header_limit);
    // No further than the limit, however much there is to see.
    const std::string_view within = bytes.substr(0, document_size_limit + lookahead);
    const std::size_t next_record = find_record_start(within, searched);
    const bool seen_enough =
        within.size() == document_size_limit + lookahead || bytes.size() < searched + header_limit;
    if (next_record != std::string_view::npos || seen_enough) {
      const std::size_t end = std::min({next_record, bytes.size(), document_size_limit});
      return end == document_size_limit ? bytes.substr(0, end)
                                        : without_separator(bytes.substr(0, end));
    }
    searched = bytes.size() - lookahead;
  }
}

[[gnu::cold]] void WarcReader::name_as_asked(Header& header, Document& document) {
  const std::string* const asked = header.field(options_.names.docno());
  if (asked == nullptr)
    throw Error({place(), 0}, "has no header of that name",
                "leave `docno` out, or name another, as with `docno=WARC-Target-URI`");
  document.docno = asked == &header.target_uri ? encoded_url(*asked) : *asked;
}

bool WarcReader::read_block(Header& header, std::string_view block, Document& document) {
  const std::string& type = header.type;
  is_cut_ = !header.truncated.empty();
  auto http = type == "response" ? http_response(header.content_type, block) : std::nullopt;
  const std::string identified = parse_content_type(header.identified_type).type;
  if (http) {
    if (!read_http_page(
            *http, identified, [this] { return place(); }, counts_, document))
      return false;
    is_cut_ = is_cut_ || http->is_cut;
  } else if (type == "resource" && (header.target_uri.find("metadata://") <= 1 ||
                                    header.target_uri.find("urn:text") <= 1)) {
    // wget writes its options and log, browsertrix the text of a page that is a record, too.
    counts_.count_other("resource about the crawl");
    return false;
  } else if (type == "response" || type == "resource" || type == "conversion") {
    std::string body = undo_content_codings(block, "", is_cut_).value_or(std::string(block));
    if (!read_page(std::move(body), parse_content_type(header.content_type), identified, type,
                   counts_, document))
      return false;
  } else {
    counts_.count_other(known_type(type));
    return false;
  }
  document.docno = header.docno();
  if (options_.names.asks_for_docno()) name_as_asked(header, document);
  document.url = encoded_url(header.target_uri);
  if (const auto defect = docno_defect(document.docno)) {
    counts_.count_skipped("docno that " + *defect, place());
    return false;
  }
  return true;
}

}  // namespace

CollectionFormat warc_format() {
  return {
      .label = "WARC",
      .detect =
          [](std::string_view bytes) { return without_leading_blanks(bytes).starts_with("WARC/"); },
      .open = open_reader<WarcReader>,
      .is_advised = true,
      .example =
          "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 11\r\n\r\nsoftware: x\r\n\r\n"
          "WARC/1.0\r\nWARC-Type: response\r\nWARC-TREC-ID: d1\r\nContent-Length: 73\r\n\r\n"
          "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>An example"
          "\r\n\r\n",
  };
}

}  // namespace subintent::internal
