// TREC text and web documents: <DOC> <DOCNO>…</DOCNO> … </DOC>, one after the other; those of the
// LDC, <DOC id="…">; and both in XML, behind its prologue and within an element around all of them.

#include "core/base/docno.h"
#include "core/base/strings.h"
#include "subintent/program.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/document_elements.h"
#include "tokenize/archive/header_fields.h"
#include "tokenize/archive/http_response.h"

namespace subintent::internal {
namespace {

constexpr std::string_view start_tag = "<DOC";

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
    if (field && equal_ignoring_case(field->name, "Content-Type"))
      return parse_content_type(field->value).charset;
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

// The value of the attribute `id`, or `docno`, among those of a tag.
std::string_view id_of(std::string_view attributes) {
  for (const std::string_view name : {"id", "docno", "docid"}) {
    for (std::size_t at = 0; at + name.size() < attributes.size(); ++at) {
      const bool is_name = is_blank(attributes[at]) &&
                           equal_ignoring_case(attributes.substr(at + 1, name.size()), name);
      if (!is_name) continue;
      std::string_view value = trim(attributes.substr(at + 1 + name.size()));
      if (!value.starts_with('=')) continue;
      value = trim(value.substr(1));
      const bool is_quoted = value.starts_with('"') || value.starts_with('\'');
      if (is_quoted) return value.substr(1, value.find(value[0], 1) - 1);
      return value.substr(0, value.find_first_of(" \t\r\n"));
    }
  }
  return {};
}

// The text before the first document: declarations, comments, and the start tag of an element
// around all documents.
struct Prologue {
  std::size_t size = 0;
  std::string_view element;  // its name, or empty
};

// Nothing if something else is there.
std::optional<Prologue> prologue_of(std::string_view bytes) {
  Prologue prologue;
  while (true) {
    const std::string_view rest = without_leading_blanks(bytes.substr(prologue.size));
    prologue.size = bytes.size() - rest.size();
    if (starts_with_element(rest, start_tag)) return prologue;
    const bool is_comment = rest.starts_with("<!--");
    const bool is_declaration = rest.starts_with("<?") || rest.starts_with("<!");
    const bool is_element = rest.size() > 1 && rest[0] == '<' && is_letter(rest[1]);
    if (!is_declaration && (!is_element || !prologue.element.empty())) return std::nullopt;
    std::string_view end = is_comment ? "-->" : ">";
    if (!is_comment && rest.substr(0, rest.find('>')).find('[') != rest.npos) end = "]>";
    const std::size_t at = rest.find(end);
    if (at == rest.npos) return std::nullopt;
    if (!is_declaration) prologue.element = rest.substr(1, rest.find_first_of("> \t\r\n") - 1);
    prologue.size += at + end.size();
  }
}

class TrecTextReader : public DocumentElements {
 public:
  TrecTextReader(ByteWindow& window, CollectionCounts& counts, const ReadingOptions& options)
      : DocumentElements(window, counts, options, start_tag, "</DOC>") {
    const auto prologue = prologue_of(window.peek(collection_detection_size));
    if (!prologue) return;
    if (!prologue->element.empty()) end_of_all_ = "</" + std::string(prologue->element) + ">";
    window.skip(prologue->size);
  }

 private:
  // Everything but the DOCNO, DOCOLDNO and DOCHDR elements, as HTML; the charset is the one that
  // the HTTP header in DOCHDR names.
  std::optional<std::string> read_body(std::string_view body, Document& document) override {
    const std::size_t end_of_tag = std::min(body.find('>'), body.size());
    document.content = body.substr(std::min(end_of_tag + 1, body.size()));
    document.docno = trim(take_element(document.content, "DOCNO"));
    if (document.docno.empty()) document.docno = trim(id_of(body.substr(0, end_of_tag)));
    if (document.docno.empty()) document.docno = trim(take_element(document.content, "DOCID"));
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
      .detect = [](std::string_view bytes) { return prologue_of(bytes).has_value(); },
      .open = open_reader<TrecTextReader>,
      .is_advised = true,
      .example =
          "<DOC>\n<DOCNO> d1 </DOCNO>\n<TEXT>An example</TEXT>\n</DOC>\n"
          "<DOC>\n<DOCNO>d2</DOCNO>\n<DOCOLDNO>x</DOCOLDNO>\n<DOCHDR>\nhttp://x/\nHTTP/1.1 200 OK\n"
          "Content-Type: text/html; charset=big5\n</DOCHDR>\n<title>Another</title>\n</DOC>\n",
  };
}

}  // namespace subintent::internal
