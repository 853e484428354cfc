#include "tokenize/archive/trec_text.h"

#include <algorithm>

#include "support/strings.h"
#include "tokenize/archive/http_response.h"
#include "trec/docno.h"

namespace subintent {
namespace {

constexpr std::size_t search_size = 1 << 16;
constexpr std::string_view start_tag = "<DOC>";
constexpr std::string_view end_tag = "</DOC>";

bool starts_with_tag(std::string_view text, std::string_view tag) {
  return equal_ignoring_case(text.substr(0, tag.size()), tag);
}

// Where `tag` is, in either case; npos if it is not there.
std::size_t find_tag(std::string_view text, std::string_view tag, std::size_t from) {
  while (true) {
    const std::size_t at = text.find('<', from);
    if (at == std::string_view::npos || starts_with_tag(text.substr(at), tag)) return at;
    from = at + 1;
  }
}

// The first end tag, or start tag at the start of a line; npos if there is none.
std::size_t find_end(std::string_view text, std::size_t from) {
  while (true) {
    const std::size_t at = text.find('<', from);
    if (at == std::string_view::npos || starts_with_tag(text.substr(at), end_tag)) return at;
    const bool starts_line = at > 0 && text[at - 1] == '\n';
    if (starts_line && starts_with_tag(text.substr(at), start_tag)) return at;
    from = at + 1;
  }
}

// Cuts the element NAME out of `text` and gives its content; empty if it is not there.
std::string take_element(std::string& text, const std::string& name) {
  const std::string open = "<" + name + ">", close = "</" + name + ">";
  const std::size_t start = find_tag(text, open, 0);
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

}  // namespace

std::string TrecTextReader::place() const {
  return window_.name() + ", document " + std::to_string(counts_.records);
}

bool TrecTextReader::next(Document& document) {
  while (find_document()) {
    ++counts_.records;
    const Body body = see_body();
    const bool is_sound = read_body(body.text, document);
    window_.skip(body.size);
    if (is_sound) return true;
  }
  return false;
}

// Moves behind the next start tag; false at the end of the file.
bool TrecTextReader::find_document() {
  bool passed_over = false;
  while (true) {
    const std::string_view bytes = window_.peek(search_size);
    if (bytes.empty()) return false;
    const std::size_t start = std::min(find_tag(bytes, start_tag, 0), bytes.size());
    const bool only_blanks = trim(bytes.substr(0, start)).empty();
    if (!only_blanks && !passed_over) {
      counts_.count_repaired("text between documents passed over", place());
      passed_over = true;
    }
    if (start < bytes.size()) {
      window_.skip(start + start_tag.size());
      return true;
    }
    // The tag may lie across the end of what is in sight.
    const bool at_end = bytes.size() < search_size;
    window_.skip(at_end ? bytes.size() : bytes.size() - (start_tag.size() - 1));
  }
}

TrecTextReader::Body TrecTextReader::see_body() {
  std::size_t searched = 0;
  while (true) {
    const std::string_view bytes = window_.peek(searched + search_size);
    // No further than the limit, however much there is to see.
    const std::string_view within = bytes.substr(0, document_size_limit + end_tag.size());
    const std::size_t end = find_end(within, searched);
    if (end != std::string_view::npos) {
      if (starts_with_tag(bytes.substr(end), end_tag)) {
        return {bytes.substr(0, end), end + end_tag.size()};
      }
      counts_.count_repaired("document without </DOC>", place());
      return {bytes.substr(0, end), end};
    }
    if (within.size() == document_size_limit + end_tag.size()) {
      counts_.count_repaired("document cut at 64 MiB", place());
      return {bytes.substr(0, document_size_limit), document_size_limit};
    }
    if (bytes.size() < searched + search_size) {
      counts_.count_repaired("document cut short by the end of the file", place());
      return {bytes, bytes.size()};
    }
    searched = bytes.size() - end_tag.size();
  }
}

bool TrecTextReader::read_body(std::string_view body, Document& document) {
  document.content = body;
  document.docno = trim(take_element(document.content, "DOCNO"));
  if (const auto defect = docno_defect(document.docno)) {
    counts_.count_skipped("DOCNO that " + *defect, place());
    return false;
  }
  take_element(document.content, "DOCOLDNO");
  document.http_charset = charset_of_header(take_element(document.content, "DOCHDR"));
  document.is_html = true;
  return true;
}

}  // namespace subintent
