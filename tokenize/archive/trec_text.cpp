// TREC text and web documents: <DOC> <DOCNO>…</DOCNO> … </DOC>, one after the other.
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/docno.h"
#include "base/strings.h"
#include "subintent/program.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/document_elements.h"
#include "tokenize/archive/header_fields.h"
#include "tokenize/archive/http_response.h"

namespace subintent::internal {
namespace {

constexpr std::string_view start_tag = "<DOC>";

// Cuts the element NAME out of `text` and gives its content; empty if it is not there.
std::string take_element(std::string& text, const std::string& name) {
  const std::string open = "<" + name + ">", close = "</" + name + ">";
  const std::size_t start = find_tag(text, open);
  if (start == std::string::npos) return {};
  const std::size_t inside = start + open.size();
  const std::size_t end = find_tag(text, close, inside);
  if (end == std::string::npos) return {};
  std::string content = text.substr(inside, end - inside);
  text.replace(start, end + close.size() - start, " ");
  return content;
}

std::string charset_of_header(std::string_view header) {
  while (!header.empty()) {
    const auto field = parse_header_field(take_line(header));
    if (field && equal_ignoring_case(field->name, "Content-Type")) {
      return parse_content_type(field->value).charset;
    }
  }
  return {};
}

// The first word of DOCHDR, where that is a URL: "http://example.org/ 192.0.2.1 19970101
// text/html".
std::string url_of_header(std::string_view header) {
  std::string_view word[1];
  split_blanks(header, word);
  return word[0].find("://") == word[0].npos ? "" : encoded_url(word[0]);
}

class TrecTextReader : public DocumentElements {
 public:
  TrecTextReader(ByteWindow& window, CollectionCounts& counts, bool html)
      : DocumentElements(window, counts, html, start_tag, "</DOC>") {}

 private:
  // Everything but the DOCNO, DOCOLDNO and DOCHDR elements, as HTML; the charset is the one that
  // the HTTP header in DOCHDR names.
  std::optional<std::string> read_body(std::string_view body, Document& document) override {
    document.content = body;
    document.docno = trim(take_element(document.content, "DOCNO"));
    if (const auto defect = docno_defect(document.docno)) return "DOCNO that " + *defect;
    take_element(document.content, "DOCOLDNO");
    const std::string header = take_element(document.content, "DOCHDR");
    document.http_charset = charset_of_header(header);
    document.url = url_of_header(header);
    document.is_html = true;
    return std::nullopt;
  }
};

}  // namespace

CollectionFormat trec_format() {
  return {
      .label = "TREC text",
      .detect =
          [](std::string_view bytes) {
            return starts_with_tag(without_leading_blanks(bytes), start_tag);
          },
      .open = open_reader<TrecTextReader>,
      .is_advised = true,
      .example =
          "<DOC>\n<DOCNO> d1 </DOCNO>\n<TEXT>An example</TEXT>\n</DOC>\n"
          "<DOC>\n<DOCNO>d2</DOCNO>\n<DOCOLDNO>x</DOCOLDNO>\n<DOCHDR>\nhttp://x/\nHTTP/1.1 200 OK\n"
          "Content-Type: text/html; charset=big5\n</DOCHDR>\n<title>Another</title>\n</DOC>\n",
  };
}

}  // namespace subintent::internal
