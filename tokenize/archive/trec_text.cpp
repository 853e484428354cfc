// TREC text and web documents: <DOC> <DOCNO>…</DOCNO> … </DOC>, one after the other; those of the
// LDC, <DOC id="…">; and both in XML, behind its prologue and within an element around all of them.

#include "core/base/strings.h"
#include "subintent/program.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/document_reader.h"
#include "tokenize/archive/header_fields.h"
#include "tokenize/archive/http_response.h"
#include "tokenize/archive/markup.h"

namespace subintent::internal {
namespace {

constexpr std::string_view start_tag = "<DOC", end_tag = "</DOC>";
constexpr std::size_t search_size = 1 << 16;

// Finds `tag` in `text`, in either case; npos if it is not there.
std::size_t find_tag(std::string_view text, std::string_view tag, std::size_t from = 0) {
  while (true) {
    const std::size_t at = text.find('<', from);
    if (at == text.npos || equal_ignoring_case(text.substr(at, tag.size()), tag)) return at;
    from = at + 1;
  }
}

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

// The text without marks of typesetting: &UR;, &Cx1f; and the like; &hyph; is a hyphen.
std::string without_marks(std::string_view text) {
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::string plain;
  while (true) {
    const std::size_t at = text.find('&');
    plain += text.substr(0, at);
    if (at == text.npos) return plain;
    text.remove_prefix(at);
    const std::size_t end = text.find(';');
    const std::string_view name = end < 6 ? text.substr(1, end - 1) : "";
    const bool is_mark =
        name == "hyph" || (name.size() == 4 && name.starts_with("Cx")) ||
        (name.size() == 2 && std::ranges::all_of(name, is_capital) && name != "LT" && name != "GT");
    plain += !is_mark ? '&' : name == "hyph" ? '-' : ' ';
    text.remove_prefix(is_mark ? end + 1 : 1);
  }
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

// Tags count in upper and lower case. A document whose end tag is lost ends where the next one
// starts in a line of its own, or with the file; one that is too long is cut.
class TrecTextReader : public DocumentReader {
 public:
  TrecTextReader(ByteWindow& window, CollectionCounts& counts, const ReadingOptions& options)
      : DocumentReader(window, counts, options) {
    const auto prologue = prologue_of(window.peek(collection_detection_size));
    if (!prologue) return;
    if (!prologue->element.empty()) end_of_all_ = "</" + std::string(prologue->element) + ">";
    window.skip(prologue->size);
  }

  bool next(Document& document) override {
    while (find_start()) {
      ++counts_.records;
      const std::string_view body = see_body();
      const auto defect = read_body(body, document);
      window_.skip(body.size());
      if (equal_ignoring_case(window_.peek(end_tag.size()).substr(0, end_tag.size()), end_tag))
        window_.skip(end_tag.size());
      if (!defect) return true;
      counts_.count_skipped(*defect, place("document"));
    }
    return false;
  }

 private:
  // Moves behind the next start tag; false at the end of the file.
  bool find_start() {
    bool passed_over = false;
    while (true) {
      const std::string_view bytes = window_.peek(search_size);
      if (bytes.empty()) return false;
      const std::size_t start = std::min(find_start_tag(bytes), bytes.size());
      const std::string_view before = trim(bytes.substr(0, start));
      if (!before.empty() && before != end_of_all_ && !passed_over) {
        counts_.count_repaired("text between documents skipped", place("document"));
        passed_over = true;
      }
      if (start < bytes.size()) {
        window_.skip(start + start_tag.size());
        return true;
      }
      // The tag may lie across the end of what is in sight.
      const bool at_end = bytes.size() < search_size;
      window_.skip(at_end ? bytes.size() : bytes.size() - start_tag.size());
    }
  }

  std::size_t find_start_tag(std::string_view text) const {
    for (std::size_t at = 0; (at = text.find('<', at)) != text.npos; ++at)
      if (starts_with_element(text.substr(at), start_tag)) return at;
    return text.npos;
  }

  // The first end tag, or start tag at the start of a line; npos if there is none.
  std::size_t find_end(std::string_view text, std::size_t from) const {
    while (true) {
      const std::size_t at = text.find('<', from);
      if (at == std::string_view::npos ||
          equal_ignoring_case(text.substr(at, end_tag.size()), end_tag))
        return at;
      const bool starts_line = at > 0 && text[at - 1] == '\n';
      if (starts_line && starts_with_element(text.substr(at), start_tag)) return at;
      from = at + 1;
    }
  }

  // The text to the end tag.
  std::string_view see_body() {
    std::size_t searched = 0;
    while (true) {
      const std::string_view bytes = window_.peek(searched + search_size);
      // No further than the limit, however much there is to see.
      const std::string_view within = bytes.substr(0, document_size_limit + end_tag.size());
      const std::size_t end = find_end(within, searched);
      if (end != within.npos) {
        if (!equal_ignoring_case(bytes.substr(end, end_tag.size()), end_tag))
          counts_.count_repaired("document without </DOC>", place("document"));
        return bytes.substr(0, end);
      }
      if (within.size() == document_size_limit + end_tag.size()) {
        counts_.count_repaired("document cut at 64 MiB", place("document"));
        return bytes.substr(0, document_size_limit);
      }
      if (bytes.size() < searched + search_size) {
        counts_.count_repaired("document truncated at the end of the file", place("document"));
        return bytes;
      }
      searched = bytes.size() - end_tag.size();
    }
  }

  // Everything but the DOCNO, DOCOLDNO and DOCHDR elements, as HTML; the charset is the one that
  // the HTTP header in DOCHDR names.
  std::optional<std::string> read_body(std::string_view body, Document& document) {
    const std::size_t end_of_tag = std::min(body.find('>'), body.size());
    document.content = body.substr(std::min(end_of_tag + 1, body.size()));
    document.docno = trim(take_element(document.content, "DOCNO"));
    if (document.docno.empty()) document.docno = trim(id_of(body.substr(0, end_of_tag)));
    if (document.docno.empty()) document.docno = trim(take_element(document.content, "DOCID"));
    const auto defect = docno_defect(document.docno);
    if (defect && !complaint_ && document.content.find("<field name=") != std::string::npos)
      complaint_ = UnknownNames({window_.name(), 0}, "has documents for Solr's update in XML",
                                "give Solr's answers to a query in JSON (wt=json), or JSON lines");
    if (defect) return "DOCNO that " + *defect;
    take_element(document.content, "DOCOLDNO");
    const std::string header = take_element(document.content, "DOCHDR");
    if (header.empty()) document.content = without_marks(document.content);
    document.http_charset = charset_of_header(header);
    document.url = url_of_header(header);
    document.is_html = true;
    return std::nullopt;
  }

  std::string end_of_all_;  // the end tag of an element around all documents
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
