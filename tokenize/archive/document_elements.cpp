#include "tokenize/archive/document_elements.h"

#include "core/base/strings.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t search_size = 1 << 16;

}  // namespace

bool starts_with_tag(std::string_view text, std::string_view tag) {
  return equal_ignoring_case(text.substr(0, tag.size()), tag);
}

bool starts_with_element(std::string_view text, std::string_view start_tag) {
  if (!starts_with_tag(text, start_tag) || text.size() == start_tag.size()) return false;
  const char next = text[start_tag.size()];
  return next == '>' || is_blank(next);
}

std::size_t find_tag(std::string_view text, std::string_view tag, std::size_t from) {
  while (true) {
    const std::size_t at = text.find('<', from);
    if (at == std::string_view::npos || starts_with_tag(text.substr(at), tag)) return at;
    from = at + 1;
  }
}

bool DocumentElements::next(Document& document) {
  while (find_start()) {
    ++counts_.records;
    const Body body = see_body();
    const auto defect = read_body(body.text, document);
    window_.skip(body.size);
    if (!defect) return true;
    counts_.count_skipped(*defect, place("document"));
  }
  return false;
}

// Moves behind the next start tag; false at the end of the file.
bool DocumentElements::find_start() {
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
      window_.skip(start + start_tag_.size());
      return true;
    }
    // The tag may lie across the end of what is in sight.
    const bool at_end = bytes.size() < search_size;
    window_.skip(at_end ? bytes.size() : bytes.size() - start_tag_.size());
  }
}

std::size_t DocumentElements::find_start_tag(std::string_view text) const {
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos; ++at)
    if (starts_with_element(text.substr(at), start_tag_)) return at;
  return text.npos;
}

// The first end tag, or start tag at the start of a line; npos if there is none.
std::size_t DocumentElements::find_end(std::string_view text, std::size_t from) const {
  while (true) {
    const std::size_t at = text.find('<', from);
    if (at == std::string_view::npos || starts_with_tag(text.substr(at), end_tag_)) return at;
    const bool starts_line = at > 0 && text[at - 1] == '\n';
    if (starts_line && starts_with_element(text.substr(at), start_tag_)) return at;
    from = at + 1;
  }
}

DocumentElements::Body DocumentElements::see_body() {
  std::size_t searched = 0;
  while (true) {
    const std::string_view bytes = window_.peek(searched + search_size);
    // No further than the limit, however much there is to see.
    const std::string_view within = bytes.substr(0, document_size_limit + end_tag_.size());
    const std::size_t end = find_end(within, searched);
    if (end != std::string_view::npos) {
      if (starts_with_tag(bytes.substr(end), end_tag_))
        return {bytes.substr(0, end), end + end_tag_.size()};
      counts_.count_repaired("document without " + std::string(end_tag_), place("document"));
      return {bytes.substr(0, end), end};
    }
    if (within.size() == document_size_limit + end_tag_.size()) {
      counts_.count_repaired("document cut at 64 MiB", place("document"));
      return {bytes.substr(0, document_size_limit), document_size_limit};
    }
    if (bytes.size() < searched + search_size) {
      counts_.count_repaired("document truncated at the end of the file", place("document"));
      return {bytes, bytes.size()};
    }
    searched = bytes.size() - end_tag_.size();
  }
}

}  // namespace subintent::internal
